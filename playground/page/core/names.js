// How people, channels and colours are called and shown.

const FALLBACK_HUES = [8, 42, 96, 150, 200, 245, 285, 330];

/** What others call this user. */
export function userName(user, member = null) {
  return member?.nick || user?.nick || user?.global_name || user?.username || "Somebody";
}

/** A CSS colour for a user: her own, or one that stays the same for her id. */
export function userColor(user) {
  const own = cssColor(user?.color ?? user?.accent_color);
  if (own) return own;
  const digits = String(user?.id ?? "0").slice(-6);
  return `hsl(${FALLBACK_HUES[Number(digits) % FALLBACK_HUES.length]} 58% 52%)`;
}

/** Discord's integer colours and our "#rrggbb" ones as CSS, null for neither. */
export function cssColor(color) {
  if (typeof color === "number" && color > 0) return `#${color.toString(16).padStart(6, "0")}`;
  return typeof color === "string" && /^#[0-9a-f]{3,8}$/i.test(color) ? color : null;
}

export const ChannelType = {
  text: 0,
  dm: 1,
  voice: 2,
  group: 3,
  category: 4,
  thread: 11,
  privateThread: 12,
};

export function isDm(channel) {
  return [ChannelType.dm, ChannelType.group].includes(channel?.type);
}

export function isThread(channel) {
  return [ChannelType.thread, ChannelType.privateThread].includes(channel?.type);
}

/** The other person in a DM, as far as the channel tells. */
export function dmPartner(channel, me) {
  const others = (channel.recipients ?? []).filter((user) => user.id !== me?.id);
  return others[0] ?? null;
}

export function channelName(channel, me) {
  if (!channel) return "unknown";
  if (channel.type !== ChannelType.dm) return channel.name ?? "channel";
  const partner = dmPartner(channel, me);
  return partner ? userName(partner) : channel.name ?? "Direct message";
}
