"""Users, the application and the address of the gateway."""

from typing import Any

from playground.rest.call import Call, Route
from playground.world.errors import id_of, refuse
from playground.world.serializers import channel_shape, me_shape, user_shape


def me(call: Call) -> Any:
    return me_shape(call.world.bot)


def user(call: Call) -> Any:
    return user_shape(call.world.user(call.id("user_id")))


def application(call: Call) -> Any:
    owner = call.world.users[call.world.guild.owner_id]
    absent = "type interactions_endpoint_url role_connections_verification_url team icon"
    return {
        **dict.fromkeys(absent.split()),
        "id": str(call.world.application.id),
        "name": call.world.application.name,
        "description": "",
        "summary": "",
        "bot": user_shape(call.world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "redirect_uris": [],
        "owner": user_shape(owner),
        "approximate_guild_count": len(call.world.joined),
        "approximate_user_install_count": 0,
        "explicit_content_filter": 0,
    }


def open_direct(call: Call) -> Any:
    """Return a DM channel with a user; opening it notifies nobody."""
    recipient = call.world.user(id_of(call.body.json.get("recipient_id"), "recipient_id"))
    if recipient.bot:
        refuse(50007)
    return channel_shape(call.world, call.world.direct(call.world.bot.id, recipient.id))


def gateway(call: Call) -> Any:
    return {"url": call.posts.gateway}


def gateway_bot(call: Call) -> Any:
    return call.posts.sessions.gate.answer(call.posts.gateway)


ROUTES = (
    Route("GET", "/users/@me", me),
    Route("GET", "/users/{user_id}", user),
    Route("POST", "/users/@me/channels", open_direct),
    Route("GET", "/oauth2/applications/@me", application),
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_bot),
)
