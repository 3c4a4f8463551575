// What calls for attention: the tab's title, the word for screen readers, and the banners.

import { append, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, isDm, userName } from "../core/names.js";
import { spoken } from "../markdown/render.js";

const SPOKEN = 180; // characters of a message that are read out
const TYPING = 9000; // milliseconds that "is typing" stands

/** Keeps "(2) #table-one, Ana" in the tab's title. */
export function keepTitle(world) {
  const draw = () => {
    if (!world.me) return;
    const counts = [...world.unread.values()];
    const mentions = counts.reduce((sum, each) => sum + each.mentions, 0);
    const mark = mentions ? `(${mentions}) ` : counts.length ? "• " : "";
    const channel = world.channels.get(world.current);
    const sign = isDm(channel) ? "@" : "#";
    const where = channel ? `${sign}${channelName(channel, world.me)}` : "";
    document.title = `${mark}${where} as ${userName(world.me)}`;
  };
  for (const name of ["ready", "opened", "unread"]) world.on(name, draw);
}

/** A region that says new messages of this channel aloud; edits stay silent. */
export function announcer(world) {
  const data = { testid: "announcer" };
  const node = el("div", { class: "unseen", role: "log", "aria-live": "polite", data });
  const announce = (message) => {
    if (message.author.id === world.me.id) return;
    const alt = message.attachments?.map(({ description }) => description).filter(Boolean) ?? [];
    const words = [message.content, ...componentTexts(message.components), ...alt].filter(Boolean);
    const said = spoken(world, words.join(" "));
    const line = `${userName(message.author)}: ${said.slice(0, SPOKEN)}`;
    node.append(el("p", {}, line));
    while (node.childElementCount > 5) node.firstElementChild.remove();
  };
  return { node, announce };
}

function componentTexts(components) {
  return (components ?? []).flatMap((component) => [
    component.content,
    component.description,
    ...(component.items ?? []).map(({ description }) => description),
    ...componentTexts([component.accessory].filter(Boolean)),
    ...componentTexts(component.components),
  ]);
}

/** Banners above the messages: no connection, the bot is away. */
export function banners(world) {
  const node = el("div", { class: "banners", role: "status" });
  let connected = true;
  const draw = () => {
    node.replaceChildren();
    const lost = "The connection to the playground is lost. Trying again…";
    const away = "The bot is offline. Presses and commands will fail until it is back.";
    append(node, [
      connected ? null : banner("connection-lost", lost),
      connected && !world.botOnline ? banner("bot-offline", away) : null,
    ]);
  };
  world.on("down", () => {
    connected = false;
    draw();
  });
  world.on("ready", () => {
    connected = true;
    draw();
  });
  world.on("bot", draw);
  return node;
}

function banner(testid, words) {
  return el("p", { class: "banner", data: { testid } }, icon("warning"), words);
}

/** "Tomato Table is typing…", under the messages. */
export function typingLine(world) {
  const node = el("p", { class: "typing", "aria-live": "polite" });
  const typing = new Map(); // user id -> timer
  const draw = () => {
    const names = [...typing.keys()].map((id) => userName(world.user(id)));
    const verb = names.length > 1 ? "are" : "is";
    node.textContent = names.length ? `${names.join(", ")} ${verb} typing…` : "";
  };
  const stop = (id) => {
    clearTimeout(typing.get(id));
    typing.delete(id);
    draw();
  };
  world.on("typing", ({ channel, user }) => {
    if (channel !== world.current || user === world.me.id) return;
    stop(user);
    typing.set(user, setTimeout(() => stop(user), TYPING));
    draw();
  });
  world.on("message", ({ author }) => stop(author.id));
  world.on("opened", () => [...typing.keys()].forEach(stop));
  return node;
}
