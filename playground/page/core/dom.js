// Making elements. Whatever people or bots wrote reaches the page as text nodes and
// attributes alone; nothing here, or anywhere in this folder, parses a string as HTML.

/**
 * An element: `class`, `data` (data-*), `on` (listeners) and plain attributes. An attribute that
 * is null, undefined or false is left out; true writes an empty one. Children may be nested
 * lists, nodes, strings, and null for nothing.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "data") Object.assign(node.dataset, present(value));
    else if (name === "on") listen(node, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

/** A button that never submits a form. */
export function button(attributes, ...children) {
  return el("button", { type: "button", ...attributes }, ...children);
}

function present(values) {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}

function listen(node, listeners) {
  for (const [event, handler] of Object.entries(listeners)) node.addEventListener(event, handler);
}

/** The address if a browser may follow it without harm, else null. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return ["http:", "https:", "mailto:", "discord:"].includes(url.protocol) ? url.href : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

let lastId = 0;

/** An id for labels to point at, unique in this page. */
export function freshId(prefix) {
  lastId += 1;
  return `${prefix}-${lastId}`;
}
