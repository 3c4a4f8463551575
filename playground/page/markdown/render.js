// A markdown tree as nodes of the page. Strings become text nodes, never markup.

import { el, safeUrl } from "../core/dom.js";
import { channelName, cssColor, userName } from "../core/names.js";
import { exact, stamp } from "../core/time.js";
import { parseBlocks } from "./blocks.js";
import { parseInline } from "./inline.js";

/** The text as a list of block nodes. */
export function markdown(world, text) {
  return parseBlocks(text ?? "").map((block) => renderBlock(world, block));
}

/** One line of markdown without blocks, for titles and names. */
export function inlineMarkdown(world, text) {
  return renderInline(world, parseInline(text ?? ""));
}

/** One line of markdown to look at: its links lead nowhere. */
export function preview(world, text) {
  return renderInline(world, withoutLinks(parseInline(text ?? "")));
}

/** Markdown as it is read aloud. */
export function spoken(world, text) {
  return el("span", {}, inlineMarkdown(world, text)).textContent;
}

function withoutLinks(nodes) {
  return nodes.flatMap((node) => {
    if (node.kind === "link") return node.children ? withoutLinks(node.children) : node.url;
    if (!node.children) return node;
    return { ...node, children: withoutLinks(node.children) };
  });
}

function renderBlock(world, block) {
  const inline = () => renderInline(world, block.children);
  switch (block.kind) {
    case "codeblock":
      return el("pre", { class: "md-block", tabindex: "0" }, el("code", {}, block.text));
    case "quote":
      return el("blockquote", {}, block.blocks.map((inner) => renderBlock(world, inner)));
    case "header":
      return el(`h${block.level + 2}`, { class: `md-h${block.level}` }, inline());
    case "subtext":
      return el("p", { class: "md-subtext" }, inline());
    case "list":
      return renderList(world, block);
    default:
      return el("p", {}, inline());
  }
}

function renderList(world, list) {
  const items = list.items.map((item) =>
    el(
      "li",
      {},
      renderInline(world, item.children),
      item.lists.map((inner) => renderList(world, inner)),
    ),
  );
  if (!list.ordered) return el("ul", {}, items);
  return el("ol", { start: list.start === 1 ? null : list.start }, items);
}

function renderInline(world, nodes) {
  return nodes.map((node) => (typeof node === "string" ? node : renderNode(world, node)));
}

const TAGS = { strong: "strong", emphasis: "em", underline: "u", strike: "s" };

function renderNode(world, node) {
  switch (node.kind) {
    case "code":
      return el("code", {}, node.text);
    case "spoiler":
      return spoiler(el("span", {}, renderInline(world, node.children)));
    case "link":
      return renderLink(world, node);
    case "time":
      return renderTime(node);
    case "emoji":
      return emoji(node);
    case "user":
    case "role":
    case "channel":
    case "everybody":
    case "command":
      return renderMention(world, node);
    default:
      return el(TAGS[node.kind], {}, renderInline(world, node.children));
  }
}

function renderLink(world, { url, children }) {
  const href = safeUrl(url);
  const shown = children ? renderInline(world, children) : url;
  if (!href) return el("span", {}, shown);
  return el("a", { href, target: "_blank", rel: "noopener noreferrer", title: href }, shown);
}

function renderTime({ seconds, style }) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return el("span", {}, "an impossible time");
  return el(
    "time",
    {
      class: "md-time",
      datetime: date.toISOString(),
      title: exact(date),
      data: { relative: style === "R" ? "" : null },
    },
    stamp(date, style),
  );
}

/** A custom emoji; where its picture is missing, its name stands in as alternative text. */
export function emoji({ id, name, animated }) {
  if (!id) return el("span", { class: "emoji" }, name);
  const src = `/cdn/emojis/${id}.${animated ? "gif" : "png"}`;
  return el("img", { class: "emoji", src, alt: `:${name}:`, title: `:${name}:` });
}

function renderMention(world, node) {
  if (node.kind === "user") {
    const mine = node.id === world.me?.id;
    const name = `@${userName(world.user(node.id))}`;
    const look = mine ? "mention mention-me" : "mention";
    return el("span", { class: look, data: { userId: node.id } }, name);
  }
  if (node.kind === "role") {
    const role = world.role(node.id);
    const chip = el("span", { class: "mention" }, `@${role?.name ?? "unknown role"}`);
    const color = cssColor(role?.color);
    if (color) chip.style.color = color;
    return chip;
  }
  if (node.kind === "everybody") {
    return el("span", { class: "mention mention-me" }, `@${node.name}`);
  }
  if (node.kind === "command") {
    const data = { command: node.name, testid: "command-mention" };
    return el("button", { type: "button", class: "mention mention-link", data }, `/${node.name}`);
  }
  const channel = world.channels.get(node.id);
  const data = { channelLink: channel ? node.id : null };
  const name = `#${channelName(channel, world.me)}`;
  return el("button", { type: "button", class: "mention mention-link", data }, name);
}

/** Hides something until it is pressed; the keyboard reaches it too. */
export function spoiler(content) {
  const cover = el("span", {
    class: "spoiler",
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler, press to show",
    "aria-expanded": "false",
  });
  content.classList.add("spoiler-content");
  content.inert = true;
  cover.append(content);
  const show = (event) => {
    if (cover.classList.contains("shown")) return;
    if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    content.inert = false;
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) {
      cover.removeAttribute(name);
    }
  };
  cover.addEventListener("click", show, true);
  cover.addEventListener("keydown", show);
  return cover;
}

/** Keeps every "in 3 minutes" on the page true. */
export function keepTimesTrue() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = stamp(new Date(node.dateTime), "R");
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
