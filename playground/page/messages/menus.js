// The menus of a message and of a person, by a right click, a long press or the menu key.

import { button, el } from "../core/dom.js";
import { appName } from "../slash/apps.js";

const USER = 2; // the types of commands
const MESSAGE = 3;
const EDGE = 8;

/** Shows the bots' commands for what was pressed; `notice(sentence)` shows what failed. */
export class Menus {
  constructor(world, pending, notice) {
    this.world = world;
    this.pending = pending;
    this.notice = notice;
    this.node = el("div", { class: "menu", popover: "auto", role: "menu", data: { testid: "menu" } });
    document.addEventListener("contextmenu", (event) => this.#asked(event));
  }

  #asked(event) {
    const target = this.#target(event.target);
    const commands = this.world.commands.filter(({ type }) => target && type === target.type);
    if (!commands.length) return;
    event.preventDefault();
    this.node.replaceChildren(
      el("h2", {}, appName(this.world, commands[0])),
      ...commands.map((command) => this.#row(command, target.of)),
    );
    this.node.showPopover();
    const { offsetWidth, offsetHeight, style } = this.node;
    const left = Math.max(EDGE, Math.min(event.clientX, innerWidth - offsetWidth - EDGE));
    const top = Math.max(EDGE, Math.min(event.clientY, innerHeight - offsetHeight - EDGE));
    style.inset = `${top}px auto auto ${left}px`;
    this.node.querySelector("button").focus();
  }

  /** The person whose name or picture was pressed, else the message; hidden ones have no menu. */
  #target(node) {
    const person = node.closest?.("[data-user-id]");
    if (person) return { type: USER, of: { user: person.dataset.userId } };
    const message = node.closest?.("[data-message-id]");
    if (!message) return null;
    if (node.closest(".author, .message > .avatar")) {
      return { type: USER, of: { user: message.dataset.authorId } };
    }
    const isHidden = message.dataset.ephemeral !== undefined;
    return isHidden ? null : { type: MESSAGE, of: { message: message.dataset.messageId } };
  }

  #row(command, target) {
    const attributes = {
      class: "menu-row",
      role: "menuitem",
      data: { testid: "menu-item" },
      on: { click: () => this.#use(command, target) },
    };
    return button(attributes, command.name_localized ?? command.name);
  }

  async #use(command, target) {
    this.node.hidePopover();
    const asked = { channel: this.world.current, command: command.name, ...target };
    try {
      const { interaction } = await this.world.ask("menu", asked);
      const outcome = await this.pending.outcome(interaction);
      if (outcome === "failed") this.notice(`${command.name}: This interaction failed`);
    } catch (error) {
      this.notice(error.message);
    }
  }
}
