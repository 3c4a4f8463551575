// What this tab knows: people, channels, messages, what is unread. The only state of the page.

import { ChannelType, isDm, isThread } from "./names.js";
import { olderFirst } from "./time.js";

const PAGE_OF_HISTORY = 50; // messages per answer, as the server gives them

/**
 * Tells: ready, down, bot, channels, commands, locale, opened (channel), history (channel),
 * message, edit, delete, thinking, modal, failed, typing, unread. `on` hands over the detail.
 */
export class World extends EventTarget {
  me = null;
  people = new Map();
  guild = null;
  channels = new Map();
  commands = [];
  links = {};
  botOnline = true;
  current = null; // id of the channel on screen
  messages = new Map(); // channel id -> messages, oldest first; absent: never loaded
  wholeHistory = new Set(); // channels with nothing older to fetch
  unread = new Map(); // channel id -> {count, mentions, first: message id}
  thinking = new Map(); // interaction id -> channel id
  dmsAllowed = true;
  locale = "en-US";
  locales = [];

  constructor(socket) {
    super();
    this.socket = socket;
    socket.addEventListener("up", () => {
      // A cut during this is told by "down"; the next "up" tries again.
      this.#hello().catch((error) => console.warn(error.message));
    });
    socket.addEventListener("down", () => this.#tell("down"));
    socket.addEventListener("news", ({ detail }) => this.#hear(detail.t, detail.d));
  }

  on(name, handler) {
    this.addEventListener(name, ({ detail }) => handler(detail));
  }

  ask(op, d) {
    return this.socket.ask(op, d);
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #hello() {
    const hello = await this.ask("hello");
    this.me = hello.me;
    this.guild = hello.guild;
    this.otherGuilds = hello.other_guilds;
    this.commands = hello.commands;
    this.links = hello.links;
    this.botOnline = hello.bot?.online ?? true;
    this.dmsAllowed = hello.me.dms_open ?? true;
    this.locale = hello.me.locale;
    this.locales = hello.locales;
    this.people = new Map([...hello.people, hello.me].map((user) => [user.id, user]));
    this.channels = new Map(hello.channels.map((channel) => [channel.id, channel]));
    this.messages.clear();
    this.wholeHistory.clear();
    this.thinking.clear();
    this.#countMissed();
    this.#tell("ready");
    this.#tell("unread");
    if (this.current && this.channels.has(this.current)) await this.loadHistory(this.current);
  }

  // -- channels ---------------------------------------------------------------------------

  /** A server's channels in their order, each followed by its threads that are awake. */
  textChannels(guild = this.guild.id) {
    const all = [...this.channels.values()];
    const awake = all.filter((channel) => isThread(channel) && !channel.thread_metadata.archived);
    return all
      .filter(({ type }) => type === ChannelType.text || type === ChannelType.voice)
      .filter(({ guild_id: id }) => id === guild)
      .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
      .flatMap((channel) => [channel, ...awake.filter((one) => one.parent_id === channel.id)]);
  }

  dms() {
    const last = (channel) => channel.last_message_id ?? "0";
    return [...this.channels.values()]
      .filter(isDm)
      .sort((one, other) => olderFirst(last(other), last(one)));
  }

  async open(id) {
    this.current = id;
    this.#tell("opened", id);
    if (!this.messages.has(id)) await this.loadHistory(id);
  }

  /** Changes the language of this person's Discord. */
  async setLocale(locale) {
    await this.ask("locale", { locale });
    this.locale = locale;
    this.#tell("locale");
  }

  async openDm(user) {
    const { channel } = await this.ask("open_dm", { user });
    this.channels.set(channel.id, channel);
    this.#tell("channels");
    return channel;
  }

  async loadHistory(channel) {
    const { messages } = await this.ask("history", { channel });
    this.messages.set(channel, messages);
    if (messages.length < PAGE_OF_HISTORY) this.wholeHistory.add(channel);
    messages.forEach((message) => this.#remember(message));
    this.#tell("history", channel);
  }

  /** Older messages put before the known ones; how many came. */
  async loadOlder(channel) {
    const known = this.messages.get(channel);
    if (!known?.length || this.wholeHistory.has(channel)) return 0;
    const { messages } = await this.ask("history", { channel, before: known[0].id });
    if (messages.length < PAGE_OF_HISTORY) this.wholeHistory.add(channel);
    const fresh = messages.filter((message) => !known.some(({ id }) => id === message.id));
    this.messages.set(channel, [...fresh, ...known]);
    return fresh.length;
  }

  /** An ephemeral message was put away; the server tells no other tab of this. */
  forget({ channel_id: channel, id }) {
    this.#deleted({ channel, id });
  }

  // -- people -----------------------------------------------------------------------------

  user(id) {
    return this.people.get(id) ?? null;
  }

  bots() {
    return [...this.people.values()].filter((user) => user.bot);
  }

  role(id) {
    return this.guild?.roles?.find((role) => role.id === id) ?? null;
  }

  #remember(message) {
    if (message.author && !this.people.has(message.author.id)) {
      this.people.set(message.author.id, message.author);
    }
  }

  // -- what is unread ---------------------------------------------------------------------

  /** Messages of this channel have been seen; tells the server when mentions were among them. */
  markRead(id) {
    const last = this.messages.get(id)?.at(-1)?.id;
    if (last) localStorage.setItem(this.#readKey(id), last);
    const unread = this.unread.get(id);
    if (!unread) return;
    this.unread.delete(id);
    this.#tell("unread");
    this.ask("read", { channel: id }).catch((error) => console.warn(error.message));
  }

  #readKey(channel) {
    return `read:${this.me.id}:${channel}`;
  }

  #countMissed() {
    for (const channel of this.channels.values()) {
      const read = localStorage.getItem(this.#readKey(channel.id));
      const last = channel.last_message_id;
      const mentions = channel.mention_count ?? 0;
      const missed = read && last && olderFirst(read, last) < 0;
      if (!read && last && !mentions) localStorage.setItem(this.#readKey(channel.id), last);
      if (!missed && !mentions) this.unread.delete(channel.id);
      else if (!this.unread.has(channel.id)) {
        this.unread.set(channel.id, { count: Math.max(1, mentions), mentions, first: null });
      }
    }
  }

  #countUnread(message) {
    if (message.author?.id === this.me.id) return;
    const known = this.unread.get(message.channel_id);
    const unread = known ?? { count: 0, mentions: 0, first: message.id };
    const mentions = message.mention || isDm(this.channels.get(message.channel_id));
    unread.count += 1;
    if (mentions) unread.mentions += 1;
    unread.first ??= message.id;
    this.unread.set(message.channel_id, unread);
    this.#tell("unread");
  }

  // -- news -------------------------------------------------------------------------------

  #hear(name, d) {
    const handlers = {
      message: () => this.#newMessage(d),
      edit: () => this.#edited(d),
      delete: () => this.#deleted(d),
      channel: () => this.#channelChanged(d.channel ?? d),
      thinking: () => this.#startedThinking(d),
      commands: () => this.#commandsChanged(d),
      bot: () => this.#botChanged(d),
    };
    if (handlers[name]) handlers[name]();
    else this.#tell(name, d);
  }

  #newMessage(message) {
    if (!this.me) return;
    this.#remember(message);
    const list = this.messages.get(message.channel_id);
    if (list?.some(({ id }) => id === message.id)) {
      this.#edited(message);
      return;
    }
    if (list) {
      list.push(message);
      list.sort((one, other) => olderFirst(one.id, other.id));
    }
    const channel = this.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    const answered = message.interaction_metadata?.id;
    if (answered) this.thinking.delete(answered);
    this.#countUnread(message);
    this.#tell("message", message);
  }

  /** An edit replaces the whole message but for the light: a mention by edit calls nobody. */
  #edited(message) {
    const list = this.messages.get(message.channel_id) ?? [];
    const place = list.findIndex(({ id }) => id === message.id);
    const mention = place >= 0 ? list[place].mention : false;
    const calm = { ...message, mention };
    if (place >= 0) list[place] = calm;
    this.thinking.delete(message.interaction_metadata?.id);
    this.#tell("edit", calm);
  }

  /** A deleted answer that was only promised names its interaction. */
  #deleted({ channel, id, interaction }) {
    const list = this.messages.get(channel);
    if (list) this.messages.set(channel, list.filter((message) => message.id !== id));
    if (this.thinking.delete(interaction)) this.#tell("thinking", { channel, interaction });
    this.#tell("delete", { channel, id });
  }

  #channelChanged(channel) {
    this.channels.set(channel.id, { ...this.channels.get(channel.id), ...channel });
    this.#tell("channels");
  }

  #startedThinking(d) {
    this.thinking.set(d.interaction, d.channel);
    this.#tell("thinking", d);
  }

  #commandsChanged(d) {
    this.commands = Array.isArray(d) ? d : d.commands;
    this.#tell("commands");
  }

  #botChanged({ online }) {
    this.botOnline = online;
    this.#tell("bot");
  }
}
