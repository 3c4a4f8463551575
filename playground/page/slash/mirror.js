// The look behind the composer's text: pills where options stand. It also gives the height.

import { append, el } from "../core/dom.js";

/** Writes the field's text once more behind it, with a pill around every "name:value". */
export function paintMirror(mirror, field, line) {
  const text = field.value;
  mirror.replaceChildren();
  append(mirror, line?.leaf ? pills(text, line) : text);
  // A last line break takes no room in a div, but does in a text area.
  mirror.append("\u200b");
}

function pills(text, { start, parts }) {
  const nodes = [el("span", { class: "pill-command" }, text.slice(0, start - 1))];
  let done = start - 1;
  for (const { at, to } of parts) {
    nodes.push(text.slice(done, at), el("span", { class: "pill" }, text.slice(at, to)));
    done = to;
  }
  return [...nodes, text.slice(done)];
}
