// A command line such as "/play tomate seats:4 open:true", read as far as it goes. The text in
// the composer is the only truth; this module says what each part of it means.

const SUBCOMMAND = 1;
const GROUP = 2;
const WORDS = new Set([4, 5, 10]); // integer, boolean, number: values without spaces

/**
 * Every command that can be sent: {command, path, name: "play tomate", plain, description,
 * options}. Names are in the person's language; `plain` is the default name, typed as well.
 */
export function leaves(commands) {
  const chatInput = commands.filter((command) => (command.type ?? 1) === 1);
  return chatInput
    .map(inLanguage)
    .flatMap((command) => branch(command, command, [], [command]))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** A command, option or choice under the name and description of the person's language. */
function inLanguage(node) {
  return {
    ...node,
    plain: node.name,
    name: node.name_localized ?? node.name,
    description: node.description_localized ?? node.description,
    options: node.options?.map(inLanguage),
    choices: node.choices?.map(inLanguage),
  };
}

function branch(command, node, path, nodes) {
  const inner = (node.options ?? []).filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (!inner.length) {
    const { description, options = [] } = node;
    const [name, plain] = ["name", "plain"].map((key) => nodes.map((one) => one[key]).join(" "));
    return [{ command, path, name, plain, description, options }];
  }
  return inner.flatMap((option) =>
    branch(command, option, [...path, option.name], [...nodes, option]),
  );
}

/** The option that opens with its command, and that words without an option's name fill. */
export function firstOption({ options }, parts = []) {
  const open = options.filter((option) => !parts.some((part) => part.option === option));
  return open.find(({ required }) => required) ?? (options.length === 1 ? open[0] : undefined);
}

/**
 * What the line says up to now:
 * - not a command: null
 * - still choosing one: {leaf: null, query}
 * - filling one in: {leaf, start, parts: [{option, raw, at, from, to}], loose, focus}; options
 *   begin at `start`, and a part at `at`, with the option's name unless words alone fill it
 * `known(option)` lists the names that an option's value may have, for values with spaces.
 * `focus` is {option, raw, from, to} for the value at the caret or {option: null, raw, from, to}
 * for a word there that is no value.
 */
export function readLine(text, caret, all, known) {
  if (!text.startsWith("/")) return null;
  const lower = text.toLowerCase();
  const [typed] = all
    .flatMap((leaf) => [leaf.name, leaf.plain].map((name) => ({ leaf, name })))
    .filter(({ name }) => lower.startsWith(`/${name.toLowerCase()} `))
    .sort((one, other) => other.name.length - one.name.length);
  if (!typed) return { leaf: null, query: text.slice(1).trim() };
  const { leaf } = typed;
  const start = typed.name.length + 2;
  const { parts, gaps } = split(text, start, leaf.options, known);
  const loose = gaps.map(({ raw }) => raw.trim()).filter(Boolean);
  return { leaf, start, parts, loose, focus: focusAt(text, caret, parts, start) };
}

function split(text, start, options, known) {
  const marks = optionMarks(text, start, options);
  const parts = [];
  const gaps = [];
  const filled = firstOption({ options }, marks);
  const lead = text.slice(start, marks[0]?.at ?? text.length);
  if (filled && lead.trim()) marks.unshift({ option: filled, at: start, from: start });
  else gaps.push({ raw: lead });
  marks.forEach(({ option, at, from }, number) => {
    const end = marks[number + 1]?.at ?? text.length;
    const raw = text.slice(from, end);
    const length = valueLength(option, raw, known);
    const value = raw.slice(0, length).trimEnd();
    parts.push({ option, raw: value.trim(), at, from, to: from + value.length });
    if (length < raw.length) gaps.push({ raw: raw.slice(length) });
  });
  return { parts, gaps };
}

/** The name of a command in the person's language, given its default name: "play tomate". */
export function localName(commands, plain) {
  return leaves(commands).find((leaf) => leaf.plain === plain)?.name ?? plain;
}

/** Where known options begin: {option, at: place of the name, from: place of the value}. */
function optionMarks(text, start, options) {
  if (!options.length) return [];
  const words = options.flatMap(({ name, plain }) => [name, plain]);
  const names = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<=\\s)(${names.join("|")}):`, "giu");
  const found = [...text.matchAll(pattern)].filter(({ index }) => index >= start);
  return found.map((match) => ({
    option: options.find(({ name, plain }) =>
      [name, plain].some((word) => word.toLowerCase() === match[1].toLowerCase()),
    ),
    at: match.index,
    from: match.index + match[0].length,
  }));
}

/** How much of the text after "name:" is the value; what follows it is loose. */
function valueLength(option, raw, known) {
  const lead = raw.length - raw.trimStart().length;
  const lower = raw.trimStart().toLowerCase();
  const name = known(option)
    .map((each) => each.toLowerCase())
    .filter((each) => lower === each || lower.startsWith(`${each} `))
    .sort((one, other) => other.length - one.length)[0];
  if (name) return lead + name.length;
  const free = option.autocomplete || option.choices?.length || !WORDS.has(option.type);
  if (free) return raw.length;
  return lead + /^\S*/.exec(raw.trimStart())[0].length;
}

function focusAt(text, caret, parts, start) {
  if (caret < start) return null;
  const part = parts.find(({ from, to }) => caret >= from && caret <= to);
  if (part) return part;
  const from = Math.max(start, text.lastIndexOf(" ", caret - 1) + 1);
  return { option: null, raw: text.slice(from, caret), from, to: caret };
}
