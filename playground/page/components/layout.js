// The second generation: components that are the message itself.

import { el } from "../core/dom.js";
import { cssColor } from "../core/names.js";
import { describe, fileCard, mediaUrl, picture, pictures } from "../messages/media.js";
import { markdown, spoiler } from "../markdown/render.js";
import { pressable, row } from "./basic.js";

const MAKERS = {
  1: row,
  2: pressable,
  9: section,
  10: text,
  11: thumbnail,
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

/** Nodes for a list of components, of either generation. A kind we do not know says so. */
export function components(context, list) {
  return (list ?? []).map((component) => {
    const make = MAKERS[component.type];
    if (make) return make(context, component);
    const words = `A component of type ${component.type}, which this page does not know.`;
    return el("p", { class: "unknown-component" }, words);
  });
}

function text({ world }, component) {
  return el("div", { class: "md text-display", data: { testid: "text-display" } },
    markdown(world, component.content));
}

function section(context, component) {
  return el(
    "div",
    { class: "section" },
    el("div", { class: "section-words" }, components(context, component.components)),
    el("div", { class: "section-accessory" }, components(context, [component.accessory])),
  );
}

function thumbnail({ message }, component) {
  const shown = describe(component.media, message, component.description);
  return covered(component, picture(shown, { className: "thumbnail" }));
}

function gallery({ message }, component) {
  const items = component.items.map((item) => ({
    ...describe(item.media, message, item.description),
    spoiler: item.spoiler,
  }));
  const grid = pictures(items);
  if (items.some((item) => item.spoiler)) {
    [...grid.children].forEach((node, at) => {
      if (!items[at].spoiler) return;
      const hole = document.createComment("");
      node.replaceWith(hole);
      hole.replaceWith(spoiler(node));
    });
  }
  return grid;
}

function file({ message }, component) {
  const url = mediaUrl(component.file, message);
  const filename = component.name ?? decodeURIComponent(url.split("/").at(-1));
  return covered(component, fileCard({ url, filename, size: component.size }));
}

function separator(context, component) {
  const size = component.spacing === 2 ? "large" : "small";
  const line = component.divider === false ? "" : " with-line";
  return el("div", { class: `separator ${size}${line}`, role: line ? "separator" : null });
}

function container(context, component) {
  const box = el("div", { class: "container", data: { testid: "container" } },
    components(context, component.components));
  const color = cssColor(component.accent_color);
  if (color) {
    box.classList.add("accented");
    box.style.setProperty("--accent-line", color);
  }
  return covered(component, box);
}

function covered(component, node) {
  return component.spoiler ? spoiler(node) : node;
}
