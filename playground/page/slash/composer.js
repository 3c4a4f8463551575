// The field at the foot of the page: messages, and command lines with their picker.

import { button, el } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { channelName, isDm } from "../core/names.js";
import { Autocomplete } from "./autocomplete.js";
import { chipRow } from "./chips.js";
import { leaves, readLine } from "./grammar.js";
import { paintMirror } from "./mirror.js";
import { Picker } from "./picker.js";
import { commandSuggestions, mentionSuggestions, optionSuggestions } from "./suggestions.js";
import { choicesOf, OptionType, readValue } from "./values.js";
import { withMentions } from "./mentions.js";

const LARGEST = 10 * 1024 * 1024; // bytes of one file

export class Composer {
  #drafts = new Map(); // channel id -> text not yet sent
  #channel = null;
  #problems = new Map(); // option name -> sentence, after a try to send
  #files = new Map(); // option name -> {name, content: base64}, chosen for the command
  #closed = false; // Esc put the picker away until the next key

  /** `notice(sentence)` shows a sentence at the end of the messages. */
  constructor(world, pending, notice) {
    this.world = world;
    this.pending = pending;
    this.notice = notice;
    this.all = [];
    this.picker = new Picker((item) => this.#pick(item));
    this.autocomplete = new Autocomplete(world, () => this.#refresh());
    this.node = this.#build();
    world.on("opened", (id) => this.#opened(id));
    world.on("ready", () => this.#commandsChanged());
    world.on("commands", () => this.#commandsChanged());
  }

  #build() {
    this.field = el("textarea", {
      class: "composer-field",
      rows: "1",
      role: "combobox",
      "aria-label": "Message",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.picker.id,
      autocomplete: "off",
      spellcheck: "false",
      data: { testid: "composer" },
    });
    this.mirror = el("div", { class: "composer-mirror", "aria-hidden": "true" });
    this.chips = el("div", { class: "chips-holder", hidden: true });
    this.complaint = el("p", {
      class: "composer-error",
      role: "alert",
      hidden: true,
      data: { testid: "composer-error" },
    });
    // It stands in the page: a browser may forget an input that stands nowhere before it asks.
    this.fileInput = el("input", { type: "file", hidden: true, tabindex: "-1" });
    this.field.addEventListener("input", () => this.#typed());
    this.field.addEventListener("keydown", (event) => this.#key(event));
    this.field.addEventListener("blur", () => this.#hidePicker());
    for (const name of ["focus", "click"]) this.field.addEventListener(name, () => this.#refresh());
    const stack = el("div", { class: "composer-stack" }, this.mirror, this.field);
    const bar = el(
      "div",
      { class: "composer-bar" },
      iconButton("slash", "Commands", () => this.startWith("/")),
      stack,
      iconButton("send", "Send", () => this.#enter(true)),
    );
    return el(
      "div",
      { class: "composer" },
      this.picker.node,
      this.chips,
      bar,
      this.fileInput,
      this.complaint,
    );
  }

  /** Puts text into the field and the caret behind it, as if it had been typed. */
  startWith(text) {
    this.field.value = text;
    this.field.focus();
    this.#typed();
  }

  #opened(id) {
    if (this.#channel) this.#drafts.set(this.#channel, this.field.value);
    this.#channel = id;
    const channel = this.world.channels.get(id);
    const name = `${isDm(channel) ? "@" : "#"}${channelName(channel, this.world.me)}`;
    this.field.placeholder = "Type / for commands";
    this.field.setAttribute("aria-label", `Message ${name}`);
    this.field.value = this.#drafts.get(id) ?? "";
    this.autocomplete.forget();
    this.#problems.clear();
    this.#complain(null);
    this.#refresh();
  }

  #commandsChanged() {
    this.all = leaves(this.world.commands);
    this.#refresh();
  }

  #typed() {
    this.#closed = false;
    this.#problems.clear();
    this.#complain(null);
    if (!this.field.value.startsWith("/")) this.autocomplete.forget();
    this.#refresh();
  }

  // -- showing ------------------------------------------------------------------------------

  #line() {
    const { value, selectionEnd } = this.field;
    return readLine(value, selectionEnd, this.all, (option) => this.#names(option));
  }

  #names(option) {
    const choices = [...choicesOf(this.world, option), ...this.#suggested(option)];
    return choices.flatMap(({ name }) => [name, name.replace(/^[@#]/, "")]);
  }

  /** The values that were offered for an option: choices of the bot, or a chosen file. */
  #suggested(option) {
    const file = this.#files.get(option.name);
    return file ? [{ name: file.name, value: file }] : this.autocomplete.known(option);
  }

  #refresh() {
    const line = this.#line();
    paintMirror(this.mirror, this.field, line);
    this.chips.hidden = !line?.leaf;
    this.chips.replaceChildren(
      ...(line?.leaf ? [chipRow(line, this.#problems, (option) => this.#goTo(option))] : []),
    );
    const focused = document.activeElement === this.field;
    if (this.#closed || !focused) this.#hidePicker();
    else this.#showPicker(this.#suggestions(line));
  }

  #suggestions(line) {
    const { value, selectionEnd } = this.field;
    if (!line) return mentionSuggestions(this.world, value, selectionEnd);
    if (!line.leaf) return commandSuggestions(this.world, this.all, line.query, value);
    const asks = line.focus?.option?.autocomplete;
    const offered = asks ? this.autocomplete.offered(line, this.#sureValues(line)) : [];
    return optionSuggestions(this.world, line, offered);
  }

  /** The options besides the focused one that can be read, for the bot to go by. */
  #sureValues(line) {
    const isFile = ({ option }) => option.type === OptionType.attachment;
    const others = line.parts.filter((part) => part !== line.focus && !isFile(part));
    const read = others.map((part) => [part.option.name, this.#read(part)]);
    return Object.fromEntries(
      read.filter(([, { problem }]) => !problem).map(([name, { value }]) => [name, value]),
    );
  }

  #read({ option, raw }) {
    return readValue(this.world, option, raw, this.#suggested(option));
  }

  #showPicker(suggestions) {
    this.picker.show(suggestions);
    this.field.setAttribute("aria-expanded", String(this.picker.shown));
    this.#markActive();
  }

  #hidePicker() {
    this.picker.hide();
    this.field.setAttribute("aria-expanded", "false");
    this.#markActive();
  }

  #markActive() {
    const { activeId } = this.picker;
    if (activeId) this.field.setAttribute("aria-activedescendant", activeId);
    else this.field.removeAttribute("aria-activedescendant");
  }

  #complain(sentence) {
    this.complaint.textContent = sentence ?? "";
    this.complaint.hidden = !sentence;
  }

  // -- keys ---------------------------------------------------------------------------------

  #key(event) {
    if (event.isComposing) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && this.picker.items.length) {
      this.picker.step(steps[event.key]);
      this.#markActive();
    } else if (event.key === "Escape" && this.picker.shown) {
      this.#closed = true;
      this.#hidePicker();
    } else if (event.key === "Tab" && !event.shiftKey && this.picker.items.length) {
      this.#pick(this.picker.activeItem ?? this.picker.items[0]);
    } else if (event.key === "Enter" && !event.shiftKey) {
      this.#enter(false);
    } else if (event.key.startsWith("Arrow") || ["Home", "End"].includes(event.key)) {
      requestAnimationFrame(() => this.#refresh());
      return;
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * Enter picks what is lit in the picker and otherwise sends. A command that was typed to its
   * end is sent at once if it has no options or nothing is lit; the send button of a touch screen
   * never picks.
   */
  async #enter(pressedSend) {
    const line = this.#line();
    if (line?.focus?.option?.autocomplete) await this.autocomplete.settled();
    const typed = line && !line.leaf ? this.#typedLeaf() : null;
    if (typed && (pressedSend || !typed.options.length || !this.picker.activeItem)) {
      this.field.value = `/${typed.name} `;
      await this.#send();
      return;
    }
    const item = pressedSend ? null : this.picker.activeItem;
    if (item) this.#pick(item);
    else await this.#send();
  }

  #typedLeaf() {
    const text = this.field.value.trim().toLowerCase();
    return this.all.find(({ name, plain }) => [name, plain].some((one) => text === `/${one}`));
  }

  #pick(item) {
    if (item.choosesFile) {
      this.#chooseFile(item);
      return;
    }
    const { value } = this.field;
    this.field.setRangeText(item.insert, item.from, item.to, "end");
    if (item.choice && /^\s/.test(value.slice(item.to))) this.field.selectionEnd -= 1;
    this.field.focus();
    this.#typed();
  }

  /** Lets the browser choose a file; its name stands in the line, its content is kept. */
  #chooseFile({ group: option, from, to }) {
    const input = this.fileInput;
    input.value = ""; // the same file may be chosen again
    input.onchange = async () => {
      const [file] = input.files;
      if (file.size > LARGEST) {
        this.#complain(`A file has at most ${LARGEST / 1024 / 1024} MiB.`);
        return;
      }
      this.#files.set(option, { name: file.name, content: await base64(file) });
      this.field.setRangeText(`${file.name} `, from, to, "end");
      this.field.focus();
      this.#typed();
    };
    input.click();
  }

  #goTo(option) {
    const part = this.#line().parts.find((each) => each.option === option);
    this.field.focus();
    if (part) this.field.setSelectionRange(part.from, part.to);
    else {
      const gap = this.field.value.endsWith(" ") ? "" : " ";
      const { length } = this.field.value;
      this.field.setRangeText(`${gap}${option.name}:`, length, length, "end");
    }
    this.#closed = false;
    this.#refresh();
  }

  // -- sending ------------------------------------------------------------------------------

  async #send() {
    const text = this.field.value;
    if (!text.trim()) return;
    const line = this.#line();
    try {
      if (!line) await this.#sendText(text);
      else if (line.leaf) await this.#sendCommand(line);
      else this.#complain(`There is no command ${text.trim()} here.`);
    } catch (error) {
      this.#complain(error.message);
      if (!this.field.value) this.field.value = text;
      this.#refresh();
    }
  }

  async #sendText(text) {
    this.#clear();
    const content = withMentions(this.world, text);
    await this.world.ask("send", { channel: this.#channel, content });
  }

  async #sendCommand(line) {
    const { leaf } = line;
    const options = this.#values(line);
    if (!options) return;
    this.#clear();
    const asked = { channel: this.#channel, command: leaf.command.name, path: leaf.path, options };
    const { interaction } = await this.world.ask("slash", asked);
    const outcome = await this.pending.outcome(interaction);
    if (outcome === "failed") this.notice(`/${leaf.name}: This interaction failed`);
  }

  /** The options to send; null when something is missing or wrong, which is then marked. */
  #values(line) {
    const read = new Map(line.parts.map((part) => [part.option.name, this.#read(part)]));
    this.#problems.clear();
    for (const option of line.leaf.options) {
      const problem = read.get(option.name)?.problem;
      const missing = option.required && !read.has(option.name);
      if (problem) this.#problems.set(option.name, problem);
      else if (missing) this.#problems.set(option.name, `${option.name} is required.`);
    }
    const stray = line.loose.length ? `“${line.loose.join(" ")}” belongs to no option.` : null;
    if (!this.#problems.size && !stray) {
      return Object.fromEntries([...read].map(([name, { value }]) => [name, value]));
    }
    const [first] = this.#problems.keys();
    if (!stray) this.#goTo(line.leaf.options.find(({ name }) => name === first));
    this.#complain(this.#problems.get(first) ?? stray);
    this.#refresh();
    return null;
  }

  #clear() {
    this.field.value = "";
    this.autocomplete.forget();
    this.#files.clear();
    this.#typed();
  }
}

/** A file's content for a message of JSON. */
async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return btoa(letters.join(""));
}

function iconButton(name, label, click) {
  const data = { testid: name };
  const attributes = { class: "icon-button", "aria-label": label, title: label, data };
  return button({ ...attributes, on: { click } }, icon(name));
}
