// Names that people type, as the marks that Discord sends.

import { channelName, userName } from "../core/names.js";

/** "@Ben look at #lounge" with <@id> and <#id> in the place of names that exist. */
export function withMentions(world, text) {
  const names = [
    ...[...world.people.values()].map((user) => [`@${userName(user)}`, `<@${user.id}>`]),
    ...world.textChannels().map((channel) => [`#${channelName(channel)}`, `<#${channel.id}>`]),
  ].sort(([one], [other]) => other.length - one.length);
  let marked = "";
  for (let at = 0; at < text.length; ) {
    const found = startsWord(text, at) && names.find(([name]) => nameAt(text, at, name));
    marked += found ? found[1] : text[at];
    at += found ? found[0].length : 1;
  }
  return marked;
}

function startsWord(text, at) {
  return at === 0 || !/[\w<]/.test(text[at - 1]);
}

function nameAt(text, at, name) {
  const piece = text.slice(at, at + name.length);
  return piece.toLowerCase() === name.toLowerCase() && !/\w/.test(text[at + name.length] ?? " ");
}
