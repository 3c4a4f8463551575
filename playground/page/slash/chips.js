// The options of the command being typed, as a row of chips above the field.

import { button, el } from "../core/dom.js";
import { typeName } from "./values.js";

/**
 * The row for a line whose command is known. `problems` maps option names to sentences;
 * `onPick(option)` wants the caret in that option's value.
 */
export function chipRow(line, problems, onPick) {
  const chips = line.leaf.options.map((option) => {
    const part = line.parts.find((each) => each.option === option);
    return chip(option, part, problems.get(option.name), onPick);
  });
  return el(
    "div",
    { class: "chips", role: "group", "aria-label": `Options of /${line.leaf.name}` },
    el(
      "span",
      { class: "chips-command", data: { testid: "chosen-command" } },
      `/${line.leaf.name}`,
    ),
    chips.length ? chips : el("span", { class: "chips-none" }, "no options: press Enter"),
  );
}

function chip(option, part, problem, onPick) {
  const state = problem ? "wrong" : part?.raw ? "filled" : "";
  return button(
    {
      class: `chip ${state}`,
      title: [option.description, typeName(option), problem].filter(Boolean).join(". "),
      "aria-invalid": problem ? "true" : null,
      data: { testid: "option-chip", option: option.name, error: problem ? "" : null },
      on: { click: () => onPick(option) },
    },
    el("span", {}, option.name, option.required ? el("span", { class: "star" }, "*") : null),
    part?.raw ? el("span", { class: "chip-value" }, part.raw) : null,
  );
}
