"""Answers to interactions, and follow-ups. The token in the path replaces the bot's."""

from typing import Any

from playground.limits.shapes import ANSWER, MESSAGE
from playground.rest.call import Call, Route


def callback(call: Call) -> Any:
    answer = call.answers.first(call.id("interaction_id"), call.place["token"], call.body)
    return answer if call.query.get("with_response") in ("1", "true") else None


def follow_up(call: Call) -> Any:
    """Post a follow-up and return it: an interaction's webhook always acts like `wait=true`."""
    return call.answers.follow_up(call.id("application_id"), call.place["token"], call.body)


def message(call: Call) -> Any:
    message = call.answers.message(
        call.id("application_id"), call.place["token"], call.place["message_id"]
    )
    return call.posts.api_shape(message)


def edit(call: Call) -> Any:
    return call.answers.edit(
        call.id("application_id"), call.place["token"], call.place["message_id"], call.body
    )


def delete(call: Call) -> None:
    call.answers.delete(call.id("application_id"), call.place["token"], call.place["message_id"])


CALLBACK = "/interactions/{interaction_id}/{token}/callback"
WEBHOOK = "/webhooks/{application_id}/{token}"
ROUTES = (
    Route("POST", CALLBACK, callback, open=True, limited=False, body=ANSWER),
    Route("POST", WEBHOOK, follow_up, open=True, body=MESSAGE),
    Route("GET", WEBHOOK + "/messages/{message_id}", message, open=True),
    Route("PATCH", WEBHOOK + "/messages/{message_id}", edit, open=True, body=MESSAGE),
    Route("DELETE", WEBHOOK + "/messages/{message_id}", delete, open=True),
)
