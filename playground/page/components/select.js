// Selects of all five kinds, in messages and in modals.

import { el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, ChannelType, cssColor, isDm, userName } from "../core/names.js";
import { emoji } from "../markdown/render.js";
import { avatar } from "../shell/avatar.js";
import { Listbox } from "./listbox.js";

const PLACEHOLDERS = {
  3: "Make a selection",
  5: "Select a user",
  6: "Select a role",
  7: "Select a user or a role",
  8: "Select a channel",
};

/** The trigger of a select and its list; onCommit(values) hears what was chosen. */
export function makeSelect(world, component, onCommit) {
  const values = startValues(component);
  const trigger = el("button", {
    type: "button",
    class: "select",
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": "false",
    "aria-disabled": component.disabled ? "true" : null,
    data: { testid: "select", customId: component.custom_id },
  });
  const list = new Listbox({
    options: () => optionsOf(world, component),
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    searchable: component.type !== 3,
    title: component.placeholder || PLACEHOLDERS[component.type],
    values,
    onCommit: (chosen) => {
      paint();
      onCommit(chosen);
    },
  });
  const paint = () => paintTrigger(trigger, world, component, list.values);
  list.trigger = trigger;
  trigger.addEventListener("click", () => {
    if (trigger.getAttribute("aria-disabled") !== "true") list.toggle();
  });
  trigger.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    trigger.click();
  });
  paint();
  return { node: trigger, values: () => list.values };
}

function startValues(component) {
  if (component.type === 3) {
    return (component.options ?? []).filter((option) => option.default).map(({ value }) => value);
  }
  return (component.default_values ?? []).map(({ id }) => String(id));
}

function paintTrigger(trigger, world, component, values) {
  const placeholder = component.placeholder || PLACEHOLDERS[component.type];
  const all = optionsOf(world, component);
  const found = values.map((value) => all.find((option) => option.value === value));
  const chosen = found.filter(Boolean);
  const words = chosen.length
    ? chosen.map((option) =>
        el("span", { class: "chosen" }, option.mark ? option.mark() : null, option.label),
      )
    : [el("span", { class: "placeholder" }, placeholder)];
  trigger.setAttribute(
    "aria-label",
    chosen.length ? `${placeholder}: ${chosen.map(({ label }) => label).join(", ")}` : placeholder,
  );
  trigger.dataset.values = values.join(" ");
  trigger.replaceChildren(el("span", { class: "select-words" }, words), icon("caret"));
}

function optionsOf(world, component) {
  switch (component.type) {
    case 5:
      return users(world);
    case 6:
      return roles(world);
    case 7:
      return [...users(world), ...roles(world)];
    case 8:
      return channels(world, component.channel_types);
    default:
      return (component.options ?? []).map((option) => ({
        ...option,
        mark: option.emoji ? () => emoji(option.emoji) : null,
      }));
  }
}

function users(world) {
  return [...world.people.values()].map((user) => ({
    value: user.id,
    label: userName(user),
    description: user.username,
    mark: () => avatar(user, "small"),
  }));
}

function roles(world) {
  const named = (world.guild?.roles ?? []).filter(({ id }) => id !== world.guild.id);
  return named.map((role) => ({
    value: role.id,
    label: `@${role.name}`,
    mark: () => {
      const shield = icon("role");
      shield.style.color = cssColor(role.color) ?? "";
      return shield;
    },
  }));
}

function channels(world, types) {
  return [...world.channels.values()]
    .filter((channel) => !isDm(channel))
    .filter(({ type }) => (types?.length ? types.includes(type) : type !== ChannelType.category))
    .map((channel) => ({
      value: channel.id,
      label: channelName(channel, world.me),
      mark: () => icon("hash"),
    }));
}
