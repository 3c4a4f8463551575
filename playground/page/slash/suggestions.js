// What the picker offers for the line as it stands. A suggestion is {group, label, description,
// mark, from, to, insert}: picking it puts `insert` in the place of the text between.

import { appName } from "./apps.js";
import { choicesOf, means, OptionType, typeName, users } from "./values.js";

const MOST = 25;
const NOTHING = { items: [], start: -1 };

/** Commands whose name holds what was typed; those that begin with it come first. */
export function commandSuggestions(world, all, query, text) {
  const wanted = query.toLowerCase().replace(/\s+/g, " ");
  const rank = ({ name }) => {
    const lower = name.toLowerCase();
    if (lower.startsWith(wanted)) return 0;
    return lower.split(" ").some((word) => word.startsWith(wanted)) ? 1 : 2;
  };
  const items = all
    .filter(({ name, plain }) => `${name} /${plain}`.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other))
    .map((leaf) => ({
      group: appName(world, leaf.command),
      label: `/${leaf.name}`,
      description: leaf.description,
      hints: leaf.options.map((option) => option.name),
      leaf,
      from: 0,
      to: text.length,
      insert: `/${leaf.name} ${opening(leaf)}`,
    }));
  return { items, start: 0 };
}

/** What a picked command begins with: its first required option, ready to be filled in. */
function opening(leaf) {
  const option = leaf.options.find(({ required }) => required);
  return option ? `${option.name}:` : "";
}

/**
 * What fits at the caret of a line whose command is known. `offered` are the bot's own choices
 * for the focused option, null while they are on their way.
 */
export function optionSuggestions(world, line, offered) {
  const { focus } = line;
  if (!focus) return NOTHING;
  return focus.option ? valueSuggestions(world, line, offered) : nameSuggestions(line, focus);
}

/** Names of options not yet filled in. Nothing is picked beforehand when no letter was typed. */
function nameSuggestions({ leaf, parts }, { raw, from, to }) {
  const taken = new Set(parts.map(({ option }) => option.name));
  const wanted = raw.toLowerCase();
  const items = leaf.options
    .filter(({ name }) => !taken.has(name) && name.toLowerCase().startsWith(wanted))
    .map((option) => nameItem(option, from, to));
  return { items, start: wanted && items.length ? 0 : -1 };
}

function nameItem(option, from, to) {
  return {
    group: option.required ? "Required" : "Options",
    label: option.name,
    description: option.description,
    hints: [typeName(option)],
    from,
    to,
    insert: `${option.name}:`,
  };
}

function valueSuggestions(world, line, offered) {
  const { option, raw, from, to } = line.focus;
  if (option.type === OptionType.attachment) return fileSuggestion(line.focus);
  if (option.autocomplete && offered === null) return { ...NOTHING, loading: true };
  const all = option.autocomplete ? offered : choicesOf(world, option);
  const wanted = raw.trim().toLowerCase();
  const exact = all.some((choice) => means(choice, wanted));
  const fitting = option.autocomplete || exact ? all : all.filter((each) => fits(each, wanted));
  if (!fitting.length && !option.autocomplete) return laterNames(line);
  // Words without an option's name may yet become one.
  const names = from === line.focus.at ? nameSuggestions(line, { raw: wanted, from, to }).items : [];
  const items = fitting.slice(0, MOST).map((choice) => ({
    group: option.name,
    label: choice.name,
    description: choice.description ?? null,
    mark: choice.mark,
    choice,
    from,
    to,
    insert: `${choice.name} `,
  }));
  items.push(...names);
  return { items, start: exact || !items.length ? -1 : 0 };
}

/** The row that opens the browser's own choice of a file. */
function fileSuggestion({ option, raw, from, to }) {
  const label = raw ? "Choose another file…" : "Choose a file…";
  const item = { group: option.name, label, choosesFile: true, from, to };
  return { items: [item], start: raw ? -1 : 0 };
}

function fits({ name, description }, wanted) {
  return `${name} ${description ?? ""}`.toLowerCase().includes(wanted);
}

/** After free text, the options that may still follow; Enter sends unless one is looked for. */
function laterNames(line) {
  const { raw, to } = line.focus;
  if (!raw) return NOTHING;
  const word = /(?:^|\s)(\S*)$/.exec(raw)?.[1] ?? "";
  const found = nameSuggestions(line, { raw: word === raw ? "" : word, from: to, to });
  const items = found.items.map((item) => ({ ...item, insert: ` ${item.insert}` }));
  return { items: items.map((item) => trimWord(item, word, raw)), start: -1 };
}

/** Picking an option replaces the word that looked for it, never a value's only word. */
function trimWord(item, word, raw) {
  return word && word !== raw ? { ...item, from: item.from - word.length - 1 } : item;
}

/** People for a word that begins with @ in an ordinary message. */
export function mentionSuggestions(world, text, caret) {
  const found = /(?:^|\s)@(\S*)$/.exec(text.slice(0, caret));
  if (!found) return NOTHING;
  const wanted = found[1].toLowerCase();
  const from = caret - found[1].length - 1;
  const all = users(world);
  if (wanted && all.some(({ name }) => name.toLowerCase() === `@${wanted}`)) return NOTHING;
  const items = all
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name, description, mark }) => ({
      group: "People", label: name, description, mark, from, to: caret, insert: `${name} `,
    }));
  return { items, start: 0 };
}
