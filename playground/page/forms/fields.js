// What a modal may hold. Every field is {node, id, read(), problem()}: `read` gives the value to
// send, `problem` a sentence for the person or null.

import { append, el, freshId } from "../core/dom.js";
import { makeSelect } from "../components/select.js";
import { fileField } from "./files.js";

const PARAGRAPH = 2;
const MAKERS = {
  4: textInput,
  3: selectField,
  5: selectField,
  6: selectField,
  7: selectField,
  8: selectField,
  19: fileField,
  21: radioGroup,
  22: checkboxGroup,
  23: checkbox,
};

/** A field for a component; null for a kind that takes no value. */
export function makeField(world, component, describedBy) {
  return MAKERS[component.type]?.(world, component, describedBy) ?? null;
}

function identify(component) {
  return { testid: "field", customId: component.custom_id };
}

function textInput(world, component, describedBy) {
  const paragraph = component.style === PARAGRAPH;
  const id = freshId("field");
  const control = el(paragraph ? "textarea" : "input", {
    id,
    class: "text-field",
    type: paragraph ? null : "text",
    rows: paragraph ? "4" : null,
    placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000,
    "aria-required": String(component.required !== false),
    "aria-describedby": describedBy,
    autocomplete: "off",
    data: identify(component),
  });
  control.value = component.value ?? "";
  const counter = component.max_length
    ? el("span", { class: "counter", "aria-hidden": "true" })
    : null;
  const count = () => {
    if (counter) counter.textContent = `${control.value.length}/${component.max_length}`;
  };
  control.addEventListener("input", count);
  count();
  return {
    id,
    node: el("div", { class: "text-holder" }, control, counter),
    read: () => control.value,
    problem: () => textProblem(component, control.value),
  };
}

function textProblem(component, text) {
  const least = component.min_length ?? 0;
  if (!text.trim()) return component.required === false ? null : "This field is required.";
  return text.length < least ? `Write at least ${least} characters.` : null;
}

function selectField(world, component, describedBy) {
  const required = component.required !== false;
  const shape = required ? component : { ...component, min_values: 0 };
  const made = makeSelect(world, shape, () => {});
  made.node.id = freshId("field");
  if (describedBy) made.node.setAttribute("aria-describedby", describedBy);
  const least = component.min_values ?? 1;
  return {
    id: made.node.id,
    node: made.node,
    read: made.values,
    problem: () => {
      const { length } = made.values();
      if (!length) return required && least > 0 ? "This field is required." : null;
      return length < least ? `Choose at least ${least}.` : null;
    },
  };
}

/** One line to tick, with its own description. */
function tickRow(kind, name, option, component) {
  const id = freshId("tick");
  const input = el("input", {
    type: kind,
    id,
    name,
    value: option.value,
    checked: option.default,
    data: { testid: "tick", customId: component.custom_id, value: option.value },
  });
  const words = el(
    "span",
    { class: "tick-words" },
    el("span", {}, option.label),
    option.description ? el("span", { class: "option-description" }, option.description) : null,
  );
  return { input, node: el("label", { class: "tick-row", for: id }, input, words) };
}

function group(kind, component, describedBy) {
  const name = freshId("group");
  const rows = (component.options ?? []).map((option) => tickRow(kind, name, option, component));
  const node = el("div", {
    class: "tick-group",
    role: kind === "radio" ? "radiogroup" : "group",
    "aria-describedby": describedBy,
    data: identify(component),
  });
  append(node, rows.map((row) => row.node));
  const chosen = () => rows.filter(({ input }) => input.checked).map(({ input }) => input.value);
  return { id: null, node, rows, chosen };
}

function radioGroup(world, component, describedBy) {
  const made = group("radio", component, describedBy);
  const required = component.required !== false;
  return {
    ...made,
    read: () => made.chosen(),
    problem: () => (required && !made.chosen().length ? "Choose one." : null),
  };
}

function checkboxGroup(world, component, describedBy) {
  const made = group("checkbox", component, describedBy);
  const required = component.required !== false;
  const least = component.min_values ?? Number(required);
  const most = component.max_values ?? made.rows.length;
  const hold = () => {
    const full = made.chosen().length >= most;
    for (const { input } of made.rows) input.disabled = full && !input.checked;
  };
  made.node.addEventListener("change", hold);
  hold();
  return {
    ...made,
    read: () => made.chosen(),
    problem: () => {
      const { length } = made.chosen();
      if (!required && length === 0) return null;
      return length < least ? `Choose at least ${least}.` : null;
    },
  };
}

function checkbox(world, component, describedBy) {
  const id = freshId("field");
  const input = el("input", {
    type: "checkbox",
    id,
    class: "lone-checkbox",
    checked: component.default,
    "aria-describedby": describedBy,
    data: identify(component),
  });
  return { id, node: input, beside: true, read: () => input.checked, problem: () => null };
}
