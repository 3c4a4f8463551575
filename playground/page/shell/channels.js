// The left side: the server, its channels, the direct messages.

import { append, button, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, dmPartner, isDm, isThread } from "../core/names.js";
import { avatar } from "./avatar.js";

/** The narrow bar: direct messages above, the server below. */
export function serverBar(world, actions) {
  const bar = el("nav", { class: "server-bar", "aria-label": "Servers" });
  const draw = () => {
    bar.replaceChildren();
    if (!world.guild) return;
    const current = world.channels.get(world.current);
    append(bar, [
      serverButton("Direct messages", icon("at"), isDm(current), mentions(world, world.dms()), () =>
        actions.openFirst(world.dms()),
      ),
      el("div", { class: "server-line", role: "presentation" }),
      serverButton(
        world.guild.name,
        initials(world.guild.name),
        current && !isDm(current),
        mentions(world, world.textChannels()),
        () => actions.openFirst(world.textChannels()),
      ),
    ]);
  };
  for (const name of ["ready", "opened", "unread", "channels"]) world.on(name, draw);
  return bar;
}

function serverButton(name, face, current, count, open) {
  return button(
    {
      class: current ? "server current" : "server",
      title: name,
      "aria-label": count ? `${name}, ${count} new mentions` : name,
      on: { click: open },
    },
    face,
    badge(count),
  );
}

function initials(name) {
  return name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);
}

function mentions(world, channels) {
  return channels.reduce((sum, { id }) => sum + (world.unread.get(id)?.mentions ?? 0), 0);
}

function badge(count) {
  return count ? el("span", { class: "badge", data: { testid: "badge" } }, String(count)) : null;
}

/** The wide list of channels and conversations. */
export function channelList(world, actions) {
  const title = el("h1", { class: "server-name" });
  const lists = el("div", { class: "channel-lists" });
  const draw = () => {
    if (!world.guild) return;
    title.textContent = world.guild.name;
    const focused = document.activeElement?.dataset.channelId;
    lists.replaceChildren();
    append(lists, [
      channelSection(world, "Text channels", world.textChannels(), actions),
      ...world.otherGuilds.map(({ id, name }) =>
        channelSection(world, name, world.textChannels(id), actions),
      ),
      channelSection(world, "Direct messages", world.dms(), actions),
    ]);
    if (focused) lists.querySelector(`[data-channel-id="${focused}"]`)?.focus();
  };
  for (const name of ["ready", "opened", "unread", "channels"]) world.on(name, draw);
  return el("nav", { class: "channels", "aria-label": "Channels" }, title, lists);
}

function channelSection(world, name, channels, actions) {
  const rows = channels.map((channel) => channelRow(world, channel, actions));
  const hint = "None yet. Press somebody in the member list.";
  const empty = el("li", { class: "channels-empty" }, hint);
  return el(
    "section",
    {},
    el("h2", {}, name),
    el("ul", {}, rows.length ? rows : empty),
  );
}

function channelRow(world, channel, actions) {
  const unread = world.unread.get(channel.id);
  const name = channelName(channel, world.me);
  const current = channel.id === world.current;
  const thread = isThread(channel) ? "thread" : "";
  const classes = ["channel", thread, current ? "current" : "", unread ? "unread" : ""];
  const mentioned = unread?.mentions ? `, ${unread.mentions} mentions` : "";
  const row = button(
    {
      class: classes.filter(Boolean).join(" "),
      "aria-current": current ? "page" : null,
      "aria-label": unread ? `${name}, unread${mentioned}` : name,
      data: {
        testid: "channel",
        channelId: channel.id,
        channelName: name,
        unread: unread ? unread.count : null,
        mentions: unread?.mentions || null,
      },
      on: { click: () => actions.open(channel.id) },
    },
    isDm(channel) ? avatar(dmPartner(channel, world.me), "small") : icon("hash"),
    el("span", { class: "channel-name" }, name),
    badge(unread?.mentions ?? 0),
  );
  return el("li", {}, row);
}
