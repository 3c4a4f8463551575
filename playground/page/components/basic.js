// The first generation of components: rows of buttons and selects.

import { button, el, safeUrl } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { emoji } from "../markdown/render.js";
import { makeSelect } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const PREMIUM = 6;

export function row(context, component) {
  const children = component.components.map((child) => control(context, child));
  return el("div", { class: "action-row", role: "group", "aria-label": "Actions" }, children);
}

export function control(context, component) {
  return component.type === 2 ? pressable(context, component) : select(context, component);
}

/** A button of any style. A link goes to a new tab and tells the bot nothing. */
export function pressable(context, component) {
  const words = [
    component.emoji ? emoji(component.emoji) : null,
    component.label ? el("span", {}, component.label) : null,
  ];
  if (component.style === 5) return linkButton(component, words);
  const disabled = component.disabled || component.style === PREMIUM;
  return button(
    {
      class: `btn btn-${STYLES[component.style] ?? "secondary"}`,
      disabled,
      "aria-label": component.label ? null : component.emoji?.name,
      data: { testid: "button", customId: component.custom_id },
      on: { click: () => context.interact("press", component.custom_id, {}) },
    },
    words,
  );
}

function linkButton(component, words) {
  const href = component.disabled ? null : safeUrl(component.url);
  return el(
    "a",
    {
      class: "btn btn-secondary btn-link",
      href,
      target: "_blank",
      rel: "noopener noreferrer",
      role: href ? null : "link",
      "aria-disabled": href ? null : "true",
      data: { testid: "link-button" },
    },
    words,
    icon("link"),
  );
}

function select(context, component) {
  const send = (values) => context.interact("select", component.custom_id, { values });
  return makeSelect(context.world, component, send).node;
}
