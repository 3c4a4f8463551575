// Discord's block markdown: code blocks, quotes, headers, subtext, lists, and plain paragraphs.

import { parseInline } from "./inline.js";

const FENCE = /```(?:([\w+\-#.]+)\n)?\n?([\s\S]*?)\n?```/;
const HEADER = /^(#{1,3}) +(.*\S.*)$/;
const SUBTEXT = /^-# +(.*\S.*)$/;
const ITEM = /^( *)(?:([*-])|(\d{1,10})\.) +(.*\S.*)$/;

/** The blocks of a message: {kind, ...}, with inline trees in `children`. */
export function parseBlocks(text) {
  const blocks = [];
  let rest = text.replaceAll("\r\n", "\n");
  while (rest) {
    const fence = FENCE.exec(rest);
    if (!fence || !fence[2].trim()) {
      blocks.push(...parseLines(rest));
      break;
    }
    const before = rest.slice(0, fence.index).replace(/\n$/, "");
    const quoted = /(?:^|\n)> ?$/.test(rest.slice(0, fence.index));
    if (before && !quoted) blocks.push(...parseLines(before));
    else if (quoted) blocks.push(...parseLines(before.replace(/(^|\n)> ?$/, "")));
    blocks.push({ kind: "codeblock", language: fence[1] ?? "", text: fence[2] });
    rest = rest.slice(fence.index + fence[0].length).replace(/^\n/, "");
  }
  return blocks;
}

function parseLines(text) {
  if (!text) return [];
  const lines = text.split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length; ) at = readBlock(lines, at, blocks);
  return blocks;
}

/** Reads the block that begins at a line; where the next one begins. */
function readBlock(lines, at, blocks) {
  const line = lines[at];
  if (line.startsWith(">>> ")) {
    const inner = [line.slice(4), ...lines.slice(at + 1)].join("\n");
    blocks.push({ kind: "quote", blocks: parseLines(inner) });
    return lines.length;
  }
  if (line.startsWith("> ")) return readQuote(lines, at, blocks);
  const header = HEADER.exec(line);
  if (header) {
    const children = parseInline(header[2].trim());
    blocks.push({ kind: "header", level: header[1].length, children });
    return at + 1;
  }
  const subtext = SUBTEXT.exec(line);
  if (subtext) {
    blocks.push({ kind: "subtext", children: parseInline(subtext[1]) });
    return at + 1;
  }
  if (ITEM.test(line)) return readList(lines, at, blocks);
  return readParagraph(lines, at, blocks);
}

function readQuote(lines, at, blocks) {
  let end = at;
  while (end < lines.length && (lines[end].startsWith("> ") || lines[end] === ">")) end += 1;
  const inner = lines.slice(at, end).map((line) => line.slice(2)).join("\n");
  blocks.push({ kind: "quote", blocks: parseLines(inner) });
  return end;
}

function readParagraph(lines, at, blocks) {
  let end = at + 1;
  while (end < lines.length && isPlain(lines[end])) end += 1;
  blocks.push({ kind: "paragraph", children: parseInline(lines.slice(at, end).join("\n")) });
  return end;
}

function isPlain(line) {
  if (line.startsWith("> ") || line.startsWith(">>> ")) return false;
  return ![HEADER, SUBTEXT, ITEM].some((pattern) => pattern.test(line));
}

/** One list with the lists inside it: an item deeper than the one before opens a list in it. */
function readList(lines, at, blocks) {
  const items = [];
  let end = at;
  for (let found; end < lines.length && (found = ITEM.exec(lines[end])); end += 1) {
    const [, indent, , number, text] = found;
    items.push({ depth: indent.length, number, children: parseInline(text), lists: [] });
  }
  blocks.push(...nest(items));
  return end;
}

function nest(items) {
  const lists = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    let end = at + 1;
    while (end < items.length && items[end].depth > item.depth) end += 1;
    item.lists = nest(items.slice(at + 1, end));
    const ordered = item.number !== undefined;
    const last = lists.at(-1);
    if (last?.ordered === ordered) last.items.push(item);
    else lists.push({ kind: "list", ordered, start: Number(item.number ?? 1), items: [item] });
    at = end;
  }
  return lists;
}
