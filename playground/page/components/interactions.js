// What was pressed on which message, and whether it came to anything.

const FAILED = "This interaction failed";

/** Presses and choices on messages; `changed(message id)` is called whenever the look changes. */
export class Interactions {
  #states = new Map(); // message id -> {control: custom id or null, failed: sentence or null}

  constructor(world, pending, changed) {
    this.world = world;
    this.pending = pending;
    this.changed = changed;
    world.on("edit", ({ id }) => this.#forgetFailure(id));
    world.on("ready", () => this.#states.clear());
  }

  state(message) {
    return this.#states.get(message) ?? { control: null, failed: null };
  }

  /** One press or choice. A message that still waits for an answer takes no second one. */
  async run(message, op, customId, d) {
    if (this.state(message).control) return;
    this.#set(message, { control: customId, failed: null });
    let failed = null;
    try {
      const { interaction } = await this.world.ask(op, { message, custom_id: customId, ...d });
      const outcome = await this.pending.outcome(interaction, message);
      failed = outcome === "failed" ? FAILED : null;
    } catch (error) {
      failed = error.message;
    }
    this.#set(message, { control: null, failed });
  }

  #forgetFailure(message) {
    const state = this.#states.get(message);
    if (state?.failed) this.#set(message, { ...state, failed: null });
  }

  #set(message, state) {
    if (state.control || state.failed) this.#states.set(message, state);
    else this.#states.delete(message);
    this.changed(message);
  }
}
