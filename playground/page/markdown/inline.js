// Discord's inline markdown as a tree. Every reader below looks at one place of the text and
// gives {node, end}, or null when the marks there mean nothing and stay as they are.

const ESCAPABLE = /[!-/:-@[-`{-~]/; // ASCII punctuation
const BARE_URL = /^https?:\/\/[^\s<]+/;
const ANGLED = [
  [/^<@!?(\d{1,20})>/, (found) => ({ kind: "user", id: found[1] })],
  [/^<@&(\d{1,20})>/, (found) => ({ kind: "role", id: found[1] })],
  [/^<#(\d{1,20})>/, (found) => ({ kind: "channel", id: found[1] })],
  [
    /^<\/([\p{L}\p{N}_\- ]{1,100}):(\d{1,20})>/u,
    (found) => ({ kind: "command", name: found[1], id: found[2] }),
  ],
  [
    /^<(a?):(\w{1,32}):(\d{1,20})>/,
    (found) => ({ kind: "emoji", animated: found[1] === "a", name: found[2], id: found[3] }),
  ],
  [
    /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/,
    (found) => ({ kind: "time", seconds: Number(found[1]), style: found[2] ?? "f" }),
  ],
  [/^<(https?:\/\/[^\s<>]+)>/, (found) => ({ kind: "link", url: found[1], children: null })],
];
// The longer mark first: ** before *, __ before _.
const PAIRS = [
  ["**", "strong"], ["__", "underline"], ["~~", "strike"], ["||", "spoiler"],
  ["*", "emphasis"], ["_", "emphasis"],
];

/** The tree of one run of text: a list of nodes, strings among them for plain text. */
export function parseInline(text, inLink = false) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(plain);
    plain = "";
  };
  while (at < text.length) {
    const found = readAt(text, at, inLink);
    if (!found) {
      plain += text[at];
      at += 1;
    } else {
      if (typeof found.node === "string") plain += found.node;
      else {
        flush();
        nodes.push(found.node);
      }
      at = found.end;
    }
  }
  flush();
  return nodes;
}

function readAt(text, at, inLink) {
  switch (text[at]) {
    case "\\":
      return readEscape(text, at);
    case "`":
      return readCode(text, at);
    case "<":
      return readAngled(text, at);
    case "[":
      return inLink ? null : readLink(text, at);
    case "h":
      return inLink ? null : readBareUrl(text, at);
    case "@":
      return readEverybody(text, at);
    case "*":
    case "_":
    case "~":
    case "|":
      return readPair(text, at, inLink);
    default:
      return null;
  }
}

function readEscape(text, at) {
  const next = text[at + 1];
  return next && ESCAPABLE.test(next) ? { node: next, end: at + 2 } : null;
}

function readCode(text, at) {
  const fence = /^`+/.exec(text.slice(at))[0];
  let close = at + fence.length;
  while ((close = text.indexOf(fence, close)) >= 0) {
    const after = close + fence.length;
    if (text[after] !== "`") {
      const code = text.slice(at + fence.length, close);
      return code ? { node: { kind: "code", text: trimOne(code) }, end: after } : null;
    }
    close = after + /^`*/.exec(text.slice(after))[0].length;
  }
  return { node: fence, end: at + fence.length };
}

/** A space beside the marks is there to set a backtick apart, and is not shown. */
function trimOne(code) {
  return /^ .*\S.* $/s.test(code) ? code.slice(1, -1) : code;
}

function readAngled(text, at) {
  const rest = text.slice(at, at + 2200);
  for (const [pattern, make] of ANGLED) {
    const found = pattern.exec(rest);
    if (found) return { node: make(found), end: at + found[0].length };
  }
  return null;
}

function readLink(text, at) {
  const found = /^\[((?:\\.|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: "[^"\n]*")?\)/.exec(
    text.slice(at, at + 4100),
  );
  if (!found) return null;
  const children = parseInline(found[1], true);
  return { node: { kind: "link", url: found[2], children }, end: at + found[0].length };
}

function readBareUrl(text, at) {
  const found = BARE_URL.exec(text.slice(at, at + 2100));
  if (!found || /\w/.test(text[at - 1] ?? " ")) return null;
  let url = found[0].replace(/[.,:;"'\]*_~|!?]+$/, "");
  if (url.endsWith(")") && !url.includes("(")) url = url.slice(0, -1);
  return { node: { kind: "link", url, children: null }, end: at + url.length };
}

function readEverybody(text, at) {
  const found = /^@(everyone|here)\b/.exec(text.slice(at, at + 10));
  return found ? { node: { kind: "everybody", name: found[1] }, end: at + found[0].length } : null;
}

function readPair(text, at, inLink) {
  for (const [mark, kind] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    if (mark === "_" && /\w/.test(text[at - 1] ?? " ")) continue;
    const close = findClose(text, at + mark.length, mark);
    if (close < 0) continue;
    const inner = text.slice(at + mark.length, close);
    if (!inner.trim() || (mark === "*" && /^\s/.test(inner))) continue;
    const children = parseInline(inner, inLink);
    return { node: { kind, children }, end: close + mark.length };
  }
  return null;
}

/** Where the closing mark of a pair begins, past escapes, code and longer runs; -1 for nowhere. */
function findClose(text, from, mark) {
  let at = from;
  while (at < text.length) {
    if (text[at] === "\\") {
      at += 2;
    } else if (text[at] === "`") {
      at = readCode(text, at)?.end ?? at + 1;
    } else if (text[at] === mark[0]) {
      const run = runLength(text, at);
      if (closes(text, at, run, mark)) return at + run - mark.length;
      at += run;
    } else {
      at += 1;
    }
  }
  return -1;
}

function closes(text, at, run, mark) {
  if (mark.length === 2) return run >= 2;
  if (mark === "_" && /\w/.test(text[at + run] ?? " ")) return false;
  return run % 2 === 1;
}

function runLength(text, at) {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}
