// The values of a command's options: what may be chosen, and what the typed words stand for.

import { icon } from "../core/icons.js";
import { channelName, isDm, userName } from "../core/names.js";
import { avatar } from "../shell/avatar.js";

export const OptionType = {
  string: 3, integer: 4, boolean: 5, user: 6, channel: 7, role: 8, mentionable: 9, number: 10,
  attachment: 11,
};

const TYPE_NAMES = {
  3: "text", 4: "whole number", 5: "true or false", 6: "user", 7: "channel", 8: "role",
  9: "user or role", 10: "number", 11: "file",
};

/** "whole number, 2 to 13", "choice": what an option takes, for its chip. */
export function typeName(option) {
  if (option.choices?.length) return "choice";
  const { min_value: least, max_value: most } = option;
  const name = TYPE_NAMES[option.type] ?? "value";
  if (least !== undefined && most !== undefined) return `${name}, ${least} to ${most}`;
  if (least !== undefined) return `${name}, from ${least}`;
  return most === undefined ? name : `${name}, up to ${most}`;
}

/** What may be chosen for an option: [{name, value, mark?}], empty where anything goes. */
export function choicesOf(world, option) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ name, value }));
  switch (option.type) {
    case OptionType.boolean:
      return [{ name: "true", value: true }, { name: "false", value: false }];
    case OptionType.user:
      return users(world);
    case OptionType.role:
      return roles(world);
    case OptionType.mentionable:
      return [...users(world), ...roles(world)];
    case OptionType.channel:
      return channels(world, option.channel_types);
    default:
      return [];
  }
}

export function users(world) {
  return [...world.people.values()].map((user) => ({
    name: `@${userName(user)}`,
    value: user.id,
    description: user.username,
    mark: () => avatar(user, "small"),
  }));
}

function roles(world) {
  const named = (world.guild?.roles ?? []).filter(({ id }) => id !== world.guild.id);
  return named.map(({ id, name }) => ({ name: `@${name}`, value: id, mark: () => icon("role") }));
}

function channels(world, types) {
  return [...world.channels.values()]
    .filter((channel) => !isDm(channel) && (!types?.length || types.includes(channel.type)))
    .map((channel) => ({
      name: `#${channelName(channel)}`,
      value: channel.id,
      mark: () => icon("hash"),
    }));
}

/**
 * What the words of a value stand for: {value} or {problem}. `suggested` are choices that the
 * bot offered for this option, so that a chosen name sends its value.
 */
export function readValue(world, option, raw, suggested = []) {
  const words = raw.trim();
  if (!words) return { problem: `${option.name} has no value yet.` };
  const choices = [...choicesOf(world, option), ...suggested];
  const chosen = choices.find((choice) => means(choice, words));
  if (chosen) return { value: chosen.value };
  if (option.type === OptionType.attachment) {
    return { problem: `Choose a file for ${option.name}.` };
  }
  if (choicesOf(world, option).length) {
    return { problem: `“${words}” is not a choice of ${option.name}.` };
  }
  if (option.type === OptionType.string) return textValue(option, words);
  return numberValue(option, words);
}

/** Whether the words are this choice: its name, with or without @ or #, its value or its tag. */
export function means(choice, words) {
  const bare = words.toLowerCase().replace(/^<[@#][!&]?(\d+)>$/, "$1");
  const name = choice.name.toLowerCase();
  const plain = name.replace(/^[@#]/, "");
  return [name, plain, String(choice.value).toLowerCase()].includes(bare);
}

function textValue(option, words) {
  const { min_length: least = 0, max_length: most = 6000, name } = option;
  if (words.length < least) return { problem: `${name} needs at least ${least} characters.` };
  if (words.length > most) return { problem: `${name} takes at most ${most} characters.` };
  return { value: words };
}

function numberValue(option, words) {
  const { min_value: least, max_value: most, name } = option;
  const value = Number(words);
  const whole = option.type === OptionType.integer;
  if (Number.isNaN(value) || (whole && !Number.isInteger(value))) {
    return { problem: `${name} is a ${whole ? "whole number" : "number"}, not “${words}”.` };
  }
  if (least !== undefined && value < least) return { problem: `${name} is at least ${least}.` };
  if (most !== undefined && value > most) return { problem: `${name} is at most ${most}.` };
  return { value };
}
