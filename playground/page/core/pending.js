// Interactions that wait for the bot, so that a control can show that it was pressed.

const SILENCE = 3400; // milliseconds; the server calls an unanswered interaction failed after 3 s
const REMEMBERED = 100;

/** Tells from the news when an interaction was answered. News may come before its number does. */
export class Pending {
  #waiting = new Map(); // interaction id -> {message, settle}
  #settled = new Map(); // interaction id -> outcome, the latest few
  #sources = new Map(); // interaction id -> id of the message it was made on, the latest few

  constructor(world) {
    const byMetadata = (message) => this.#settle(message.interaction_metadata?.id, "answered");
    world.on("message", byMetadata);
    world.on("edit", (message) => {
      byMetadata(message);
      this.#settleMessage(message.id);
    });
    world.on("delete", ({ id }) => this.#settleMessage(id));
    world.on("thinking", ({ interaction }) => this.#settle(interaction, "answered"));
    world.on("modal", ({ interaction }) => this.#settle(interaction, "answered"));
    world.on("failed", ({ interaction }) => this.#settle(interaction, "failed"));
    world.on("answered", ({ interaction }) => this.#settle(interaction, "answered"));
    world.on("down", () => this.#settleAll());
  }

  /**
   * "answered" or "failed", once it is known. A silent acknowledgement makes no news: after the
   * time in which the server would have called it failed, it counts as answered.
   */
  outcome(interaction, message = null) {
    if (message) remember(this.#sources, interaction, message);
    const known = this.#settled.get(interaction);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(interaction, "answered"), SILENCE);
      const settle = (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      this.#waiting.set(interaction, { message, settle });
    });
  }

  /** The message on which an interaction was made, null for a slash command. */
  source(interaction) {
    return this.#sources.get(interaction) ?? null;
  }

  #settle(interaction, outcome) {
    if (!interaction) return;
    remember(this.#settled, interaction, outcome);
    this.#waiting.get(interaction)?.settle(outcome);
    this.#waiting.delete(interaction);
  }

  #settleMessage(id) {
    for (const [interaction, { message }] of this.#waiting) {
      if (message === id) this.#settle(interaction, "answered");
    }
  }

  #settleAll() {
    for (const interaction of this.#waiting.keys()) this.#settle(interaction, "answered");
  }
}

function remember(map, key, value) {
  map.set(key, value);
  if (map.size > REMEMBERED) map.delete(map.keys().next().value);
}
