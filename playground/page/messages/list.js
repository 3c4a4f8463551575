// The messages of the channel on screen, with the scrolling that people expect.

import { button, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, isDm } from "../core/names.js";
import { day, messageTime, sameDay } from "../core/time.js";
import { closeListIn } from "../components/listbox.js";
import { continues, messageNode, showState, thinkingNode } from "./message.js";
import { keepPictures, ScrollKeeper } from "./scrolling.js";

/** The middle of the page: `node` holds the list and the button that jumps to its end. */
export class MessageList {
  #newFrom = null; // id of the first message that was unread when the channel was opened

  constructor(world, interactions, hooks) {
    this.world = world;
    this.context = { world, interactions, dismiss: (message) => this.#dismiss(message) };
    this.hooks = hooks;
    this.list = el("ol", { class: "messages", data: { testid: "messages" } });
    this.scroller = el("div", { class: "scroller", tabindex: "0" }, this.list);
    this.jump = this.#jumpButton();
    this.node = el("div", { class: "message-area" }, this.scroller, this.jump);
    this.keeper = new ScrollKeeper(this.scroller, this.list, (atEnd) => this.#scrolled(atEnd));
    this.scroller.addEventListener("scroll", () => this.#maybeOlder());
    this.#listen();
  }

  #listen() {
    const { world } = this;
    world.on("opened", (id) => this.#opened(id));
    world.on("locale", () => this.#drawAll());
    world.on("history", (id) => this.#ifShown(id, () => this.#drawAll()));
    world.on("message", (message) => this.#ifShown(message.channel_id, () => this.#added(message)));
    world.on("edit", (message) => this.#ifShown(message.channel_id, () => this.#edited(message)));
    world.on("delete", ({ channel, id }) => this.#ifShown(channel, () => this.#deleted(id)));
    world.on("thinking", ({ channel }) => this.#ifShown(channel, () => this.#drawThinking()));
    world.on("failed", ({ interaction }) => {
      world.thinking.delete(interaction);
      this.#drawThinking();
    });
    addEventListener("focus", () => this.#readIfSeen());
  }

  /** The look of a message's controls changed: pressed, answered, failed. */
  showState(id) {
    const node = this.#nodeOf(id);
    if (node) this.keeper.keep(() => showState(node, this.context.interactions.state(id)));
  }

  /** A sentence of the page itself at the end of the list, for this tab alone. */
  notice(sentence) {
    const line = el("li", { class: "notice", role: "alert", data: { testid: "notice" } },
      icon("warning"), sentence);
    this.keeper.keep(() => this.list.append(line));
  }

  #ifShown(channel, action) {
    if (channel === this.world.current) action();
  }

  #nodeOf(id) {
    return this.list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  }

  get #messages() {
    return this.world.messages.get(this.world.current) ?? [];
  }

  // -- drawing ------------------------------------------------------------------------------

  #opened(id) {
    const name = channelName(this.world.channels.get(id), this.world.me);
    this.list.setAttribute("aria-label", `Messages in ${name}`);
    this.scroller.setAttribute("aria-label", `Messages in ${name}`);
    this.#newFrom = this.world.unread.get(id)?.first ?? null;
    this.keeper.toEnd();
    if (this.world.messages.has(id)) this.#drawAll();
    else this.list.replaceChildren(el("li", { class: "loading" }, "Loading messages…"));
  }

  #drawAll() {
    closeListIn(this.list);
    this.keeper.keep(() => {
      const nodes = [];
      if (this.world.wholeHistory.has(this.world.current)) nodes.push(this.#beginning());
      this.#messages.forEach((message, at) => nodes.push(...this.#nodesFor(message, at)));
      this.list.replaceChildren(...nodes);
      this.#drawThinking();
    });
    this.#readIfSeen();
  }

  /** A message with the lines that stand before it: the day, and where the unread ones begin. */
  #nodesFor(message, at) {
    const before = this.#messages[at - 1];
    const nodes = [];
    const date = messageTime(message);
    if (!before || !sameDay(date, messageTime(before))) {
      nodes.push(el("li", { class: "divider" }, el("span", {}, day(date))));
    }
    const isNew = message.id === this.#newFrom;
    if (isNew) nodes.push(el("li", { class: "divider new" }, el("span", {}, "New")));
    nodes.push(messageNode(this.context, message, !isNew && continues(message, before)));
    return nodes;
  }

  #beginning() {
    const channel = this.world.channels.get(this.world.current);
    const name = channelName(channel, this.world.me);
    const dm = isDm(channel);
    return el(
      "li",
      { class: "beginning" },
      el("h2", {}, dm ? name : `Welcome to #${name}`),
      el("p", {}, dm ? `Your direct messages with ${name}.` : `The beginning of #${name}.`),
    );
  }

  #drawThinking() {
    this.keeper.keep(() => {
      this.list.querySelectorAll("[data-testid=thinking]").forEach((node) => node.remove());
      for (const [interaction, channel] of this.world.thinking) {
        if (channel !== this.world.current) continue;
        const bot = this.world.bots()[0] ?? { id: "0", username: "The bot", bot: true };
        this.list.append(thinkingNode(interaction, bot));
      }
    });
  }

  // -- news ---------------------------------------------------------------------------------

  #added(message) {
    this.keeper.keep(() => {
      const at = this.#messages.findIndex(({ id }) => id === message.id);
      if (at < this.#messages.length - 1) this.#drawAll();
      else this.list.append(...this.#nodesFor(message, at));
      this.#drawThinking();
    });
    if (message.author.id === this.world.me.id) this.keeper.toEnd();
    this.hooks.announce(message);
    this.#readIfSeen();
  }

  #edited(message) {
    const old = this.#nodeOf(message.id);
    if (!old) return;
    closeListIn(old);
    const at = this.#messages.findIndex(({ id }) => id === message.id);
    const grouped = old.classList.contains("grouped");
    const fresh = messageNode(this.context, message, grouped && at > 0);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    this.keeper.keep(() => {
      keepPictures(old, fresh);
      old.replaceWith(fresh);
      this.#drawThinking();
    });
    if (focused) this.#refocus(fresh, focused.dataset.customId);
  }

  /** The focus stays on the control with the same id, or at least in the list. */
  #refocus(node, customId) {
    const same = customId && node.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
    (same && !same.disabled ? same : this.scroller).focus({ preventScroll: true });
  }

  #deleted(id) {
    const node = this.#nodeOf(id);
    if (!node) return;
    closeListIn(node);
    const hadFocus = node.contains(document.activeElement);
    const next = this.#nodeOf(node.nextElementSibling?.dataset.messageId ?? "none");
    if (next?.classList.contains("grouped") && !node.classList.contains("grouped")) this.#drawAll();
    else this.keeper.keep(() => node.remove());
    if (hadFocus) this.scroller.focus({ preventScroll: true });
  }

  async #dismiss(message) {
    try {
      await this.world.ask("dismiss", { message: message.id });
      if (this.#nodeOf(message.id)) this.world.forget(message);
    } catch (error) {
      this.notice(error.message);
    }
  }

  /** Scroll to a message of the open channel and mark it for a moment; false when it is not here. */
  goTo(id) {
    const node = this.#nodeOf(id);
    if (!node) return false;
    node.scrollIntoView({ block: "center" });
    node.classList.remove("sought");
    requestAnimationFrame(() => node.classList.add("sought"));
    this.scroller.focus({ preventScroll: true });
    return true;
  }

  // -- scrolling and reading ----------------------------------------------------------------

  #jumpButton() {
    return button(
      {
        class: "jump",
        hidden: true,
        data: { testid: "jump" },
        on: { click: () => this.keeper.toEnd() },
      },
      el("span", {}, "Jump to present"),
      icon("down"),
    );
  }

  #scrolled(atEnd) {
    this.jump.hidden = atEnd;
    this.#readIfSeen();
  }

  /** What lies at the end of the list, on the page that has the focus, counts as read. */
  #readIfSeen() {
    const { current } = this.world;
    if (!current || !document.hasFocus() || !this.keeper.atEnd) return;
    if (this.world.messages.has(current)) this.world.markRead(current);
  }

  async #maybeOlder() {
    if (this.scroller.scrollTop > 200 || this.fetching) return;
    this.fetching = true;
    try {
      const channel = this.world.current;
      const came = await this.world.loadOlder(channel);
      if (came && channel === this.world.current) this.#drawAll();
    } catch (error) {
      this.notice(error.message);
    } finally {
      this.fetching = false;
    }
  }
}
