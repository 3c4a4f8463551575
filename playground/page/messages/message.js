// One message as an element of the list.

import { button, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { isDm, userColor, userName } from "../core/names.js";
import { clock, exact, friendly, messageTime, sameDay } from "../core/time.js";
import { components } from "../components/layout.js";
import { markdown, preview } from "../markdown/render.js";
import { localName } from "../slash/grammar.js";
import { appTag, avatar } from "../shell/avatar.js";
import { embed } from "./embed.js";
import { attachments } from "./media.js";

const Flag = { suppressEmbeds: 1 << 2, loading: 1 << 7, components: 1 << 15 };
const GROUPING = 7 * 60 * 1000; // milliseconds in which a person's messages stand together
const JOINED = 7;

/** Whether a message stands under the head of the one before it. */
export function continues(message, before) {
  if (!before || message.interaction || message.referenced_message) return false;
  const apart = messageTime(message) - messageTime(before);
  return (
    before.author.id === message.author.id &&
    Boolean(before.ephemeral) === Boolean(message.ephemeral) &&
    before.type === message.type &&
    apart < GROUPING &&
    sameDay(messageTime(message), messageTime(before))
  );
}

/** The element. `context` holds {world, interactions, dismiss(message)}. */
export function messageNode(context, message, grouped) {
  const body = el(
    "div",
    { class: "message-body" },
    grouped ? null : head(context, message),
    content(context, message),
    grouped ? editedMark(message) : null,
    failedLine(),
    message.ephemeral ? ephemeralLine(context, message) : null,
  );
  const node = el(
    "li",
    {
      class: classes(context.world, message, grouped),
      data: {
        testid: "message",
        messageId: message.id,
        authorId: message.author.id,
        ephemeral: message.ephemeral ? "" : null,
        mention: message.mention ? "" : null,
      },
    },
    usedLine(context.world, message),
    replyLine(context.world, message),
    grouped ? hoverTime(message) : avatar(message.author),
    body,
  );
  showState(node, context.interactions.state(message.id));
  return node;
}

function classes(world, message, grouped) {
  const names = ["message"];
  if (grouped) names.push("grouped");
  if (message.ephemeral) names.push("ephemeral");
  if (message.mention && !isDm(world.channels.get(message.channel_id))) names.push("lit");
  if (message.interaction || message.referenced_message) names.push("with-context");
  return names.join(" ");
}

function head({ world }, message) {
  const known = world.user(message.author.id) ?? message.author;
  const name = el("span", { class: "author", data: { testid: "author" } },
    userName(message.author, message.member));
  name.style.color = `color-mix(in oklab, ${userColor(known)} 70%, var(--text-strong))`;
  const date = messageTime(message);
  return el(
    "h3",
    { class: "message-head" },
    name,
    appTag(message.author),
    el("time", { datetime: date.toISOString(), title: exact(date) }, friendly(date)),
    editedMark(message),
  );
}

function editedMark(message) {
  if (!message.edited && !message.edited_timestamp) return null;
  const date = message.edited_timestamp ? exact(new Date(message.edited_timestamp)) : null;
  return el("span", { class: "edited", title: date, data: { testid: "edited" } }, "(edited)");
}

function hoverTime(message) {
  const date = messageTime(message);
  return el("time", { class: "hover-time", datetime: date.toISOString() }, clock(date));
}

/** A typed command with its slash; a menu's command has none. */
function usedName(commands, { name }) {
  const isOfMenu = commands.some((command) => command.name === name && command.type > 1);
  return isOfMenu ? name : `/${localName(commands, name)}`;
}

/** "Ana used /play tomate", where an interaction brought the message about. */
function usedLine(world, { interaction }) {
  if (!interaction?.user) return null;
  const user = world.user(interaction.user.id) ?? interaction.user;
  const name = el("span", { class: "context-name" }, userName(user));
  const words = interaction.name
    ? [name, " used ", el("span", { class: "used-command" }, usedName(world.commands, interaction))]
    : [name, " made a choice"];
  return el(
    "div",
    { class: "message-context", data: { testid: "used" } },
    el("span", { class: "context-hook", "aria-hidden": "true" }),
    avatar(user, "tiny"),
    el("span", {}, words),
  );
}

/** The first line of a message of the second generation. */
function firstWords(components) {
  for (const component of components ?? []) {
    const inner = component.type === 10 ? component.content : firstWords(component.components);
    if (inner) return inner;
  }
  return "";
}

/** The first line of a text without the marks of a heading or a list. */
function firstLine(text) {
  return text.split("\n")[0].replace(/^(#{1,3}|-#|>|[-*])\s+/, "");
}

function replyLine(world, message) {
  if (message.interaction || !message.referenced_message) return null;
  const original = message.referenced_message;
  const brief = original.content || firstWords(original.components) || "this message";
  return el(
    "div",
    { class: "message-context" },
    el("span", { class: "context-hook", "aria-hidden": "true" }),
    avatar(original.author, "tiny"),
    el("span", { class: "context-name" }, userName(original.author)),
    el("span", { class: "reply-words" }, preview(world, firstLine(brief))),
  );
}

function content(context, message) {
  const { world } = context;
  if (message.flags & Flag.loading && !message.content) return thinkingWords(message.author);
  if (message.type === JOINED) return el("div", { class: "md" }, "joined the server.");
  const own = {
    world,
    message,
    interact: (op, customId, d) => context.interactions.run(message.id, op, customId, d),
  };
  const parts = components(own, message.components);
  if (message.flags & Flag.components) return parts;
  const embeds = message.flags & Flag.suppressEmbeds ? [] : message.embeds ?? [];
  const words = { class: "md content", data: { testid: "content" } };
  return [
    message.content ? el("div", words, markdown(world, message.content)) : null,
    attachments(message),
    embeds.map((data) => embed(world, data, message)),
    parts.length ? el("div", { class: "rows" }, parts) : null,
  ];
}

/** "Tomato is thinking…", for an answer that was promised. */
export function thinkingWords(author) {
  return el(
    "p",
    { class: "thinking" },
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
    `${userName(author)} is thinking…`,
  );
}

/** The place of a promised answer, until it comes. */
export function thinkingNode(interaction, author) {
  return el(
    "li",
    { class: "message", data: { testid: "thinking", interaction } },
    avatar(author),
    el(
      "div",
      { class: "message-body" },
      el(
        "h3",
        { class: "message-head" },
        el("span", { class: "author" }, userName(author)),
        appTag(author),
      ),
      thinkingWords(author),
    ),
  );
}

function failedLine() {
  return el("p", { class: "failed", role: "alert", hidden: true, data: { testid: "failed" } });
}

/** Shows on a message which control waits and what failed, without making it anew. */
export function showState(node, { control, failed }) {
  const line = node.querySelector(".failed");
  const parts = failed ? [icon("warning"), failed] : [];
  if (line.textContent !== (failed ?? "")) line.replaceChildren(...parts);
  line.hidden = !failed;
  node.setAttribute("aria-busy", String(Boolean(control)));
  for (const part of node.querySelectorAll("[data-custom-id]")) {
    part.classList.toggle("pending", part.dataset.customId === control);
    if (control) {
      part.dataset.held = part.getAttribute("aria-disabled") === "true" ? "off" : "on";
      part.setAttribute("aria-disabled", "true");
    } else if (part.dataset.held) {
      if (part.dataset.held === "on") part.removeAttribute("aria-disabled");
      delete part.dataset.held;
    }
  }
}

function ephemeralLine({ dismiss }, message) {
  return el(
    "p",
    { class: "ephemeral-line", data: { testid: "ephemeral" } },
    icon("eye"),
    "Only you can see this • ",
    button(
      { class: "text-button", data: { testid: "dismiss" }, on: { click: () => dismiss(message) } },
      "Dismiss message",
    ),
  );
}
