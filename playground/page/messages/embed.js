// Embeds, as bots have written them since long before components.

import { el, safeUrl } from "../core/dom.js";
import { cssColor } from "../core/names.js";
import { friendly } from "../core/time.js";
import { inlineMarkdown, markdown } from "../markdown/render.js";
import { describe, picture } from "./media.js";

export function embed(world, data, message) {
  const box = el(
    "article",
    { class: data.thumbnail ? "embed with-thumbnail" : "embed", data: { testid: "embed" } },
    author(data.author),
    title(world, data),
    data.description ? el("div", { class: "md" }, markdown(world, data.description)) : null,
    fields(world, data.fields),
    media(data.image, message, "embed-image"),
    media(data.thumbnail, message, "embed-thumbnail"),
    footer(data),
  );
  const color = cssColor(data.color);
  if (color) box.style.setProperty("--accent-line", color);
  return box;
}

function author(data) {
  if (!data?.name) return null;
  const href = data.url ? safeUrl(data.url) : null;
  return el(
    "div",
    { class: "embed-author" },
    data.icon_url ? el("img", { src: safeUrl(data.icon_url), alt: "" }) : null,
    href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, data.name) : data.name,
  );
}

function title(world, { title: text, url }) {
  if (!text) return null;
  const href = url ? safeUrl(url) : null;
  const words = inlineMarkdown(world, text);
  const out = { href, target: "_blank", rel: "noopener noreferrer" };
  const inner = href ? el("a", out, words) : words;
  return el("div", { class: "embed-title", role: "heading", "aria-level": "4" }, inner);
}

function fields(world, list) {
  if (!list?.length) return null;
  const nodes = list.map((field) =>
    el(
      "div",
      { class: field.inline ? "embed-field inline" : "embed-field" },
      el("div", { class: "embed-field-name" }, inlineMarkdown(world, field.name)),
      el("div", { class: "md" }, markdown(world, field.value)),
    ),
  );
  return el("div", { class: "embed-fields" }, nodes);
}

function media(data, message, className) {
  if (!data?.url) return null;
  return picture(describe(data, message), { className });
}

function footer({ footer: data, timestamp }) {
  if (!data?.text && !timestamp) return null;
  const parts = [data?.text, timestamp ? friendly(new Date(timestamp)) : null];
  return el(
    "div",
    { class: "embed-footer" },
    data?.icon_url ? el("img", { src: safeUrl(data.icon_url), alt: "" }) : null,
    parts.filter(Boolean).join(" • "),
  );
}
