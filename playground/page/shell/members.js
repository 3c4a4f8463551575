// The right side: who is here. Pressing somebody opens a conversation.

import { append, button, el } from "../core/dom.js";
import { userColor, userName } from "../core/names.js";
import { appTag, avatar } from "./avatar.js";

export function memberList(world, actions) {
  const list = el("aside", { class: "members", id: "members", "aria-label": "Members" });
  const draw = () => {
    const everybody = [...world.people.values()];
    const bots = everybody.filter((user) => user.bot);
    const people = everybody
      .filter((user) => !user.bot)
      .sort((one, other) => userName(one).localeCompare(userName(other)));
    list.replaceChildren();
    append(list, [
      section(world, "Bots", bots, actions),
      section(world, "People", people, actions),
    ]);
  };
  world.on("ready", draw);
  world.on("bot", draw);
  return list;
}

function section(world, title, users, actions) {
  if (!users.length) return null;
  const rows = users.map((user) => el("li", {}, memberRow(world, user, actions)));
  return el("section", {}, el("h2", {}, `${title} — ${users.length}`), el("ul", {}, rows));
}

function memberRow(world, user, actions) {
  const mine = user.id === world.me.id;
  const away = user.bot && !world.botOnline;
  const name = el("span", { class: "member-name" }, userName(user));
  name.style.color = `color-mix(in oklab, ${userColor(user)} 70%, var(--text-strong))`;
  const note = mine ? "you" : away ? "offline" : null;
  return button(
    {
      class: away ? "member away" : "member",
      disabled: mine,
      title: mine ? null : `Message ${userName(user)}`,
      data: { testid: "member", userId: user.id },
      on: { click: () => actions.message(user) },
    },
    avatar(user, "small"),
    name,
    appTag(user),
    note ? el("span", { class: "member-note" }, note) : null,
  );
}
