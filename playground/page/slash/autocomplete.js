// Choices that the bot offers while an option is typed.

const PAUSE = 180; // milliseconds without a key before the bot is asked

export class Autocomplete {
  #answers = new Map(); // option name -> {line, choices}
  #timer = null;
  #asking = Promise.resolve();
  #wanted = null;

  /** `changed()` is called when an answer came. */
  constructor(world, changed) {
    this.world = world;
    this.changed = changed;
  }

  /** Every choice offered for this option so far in the line's life. */
  known(option) {
    return this.#answers.get(option.name)?.all ?? [];
  }

  /** The choices for the focused value as it stands, null while they are on their way. */
  offered(line, options) {
    const { option, raw } = line.focus;
    const key = JSON.stringify([line.leaf.name, option.name, raw, options]);
    const answer = this.#answers.get(option.name);
    if (answer?.key === key) return answer.choices;
    this.#ask(key, line, { ...options, [option.name]: raw });
    return answer && answer.leaf === line.leaf.name && raw ? answer.choices : null;
  }

  forget() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#answers.clear();
  }

  /** Resolves when nothing is being asked. */
  settled() {
    return this.#asking;
  }

  #ask(key, line, options) {
    if (this.#wanted === key) return;
    this.#wanted = key;
    clearTimeout(this.#timer);
    this.#asking = new Promise((resolve) => {
      this.#timer = setTimeout(() => this.#send(key, line, options).finally(resolve), PAUSE);
    });
  }

  async #send(key, line, options) {
    const { leaf, focus } = line;
    const { name } = focus.option;
    let choices = [];
    try {
      const asked = {
        channel: this.world.current,
        command: leaf.command.name,
        path: leaf.path,
        options,
        focused: name,
      };
      ({ choices } = await this.world.ask("autocomplete", asked));
    } catch (error) {
      console.warn(error.message);
    }
    if (this.#wanted !== key) return;
    const all = [...choices, ...this.known(focus.option)];
    this.#answers.set(name, { key, leaf: leaf.name, choices, all });
    this.changed();
  }
}
