// A modal that a bot asked for: a native dialog, so the focus stays in it and Esc leaves it.

import { button, el, freshId } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { markdown } from "../markdown/render.js";
import { makeField } from "./fields.js";

const FAILED = "Something went wrong. Try again.";
const TEXT = 10;
const LABEL = 18;

export class Modal {
  #rows = []; // {field, component, complain(sentence or null)}

  constructor(world, pending, data) {
    this.world = world;
    this.pending = pending;
    this.data = data;
    this.opener = document.activeElement;
    this.dialog = this.#build();
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.dialog.querySelector(".modal-body :is(input, textarea, button)")?.focus();
  }

  close() {
    this.dialog.close();
  }

  #build() {
    const title = freshId("modal");
    const submit = { class: "btn btn-primary", data: { testid: "modal-submit" } };
    this.send = el("button", submit, "Submit");
    this.complaint = alertLine("failed", "modal-failed");
    const cancel = (attributes, words) =>
      button({ ...attributes, on: { click: () => this.close() } }, words);
    const form = el(
      "form",
      { class: "modal-form", method: "dialog", novalidate: true },
      el(
        "header",
        {},
        el("h2", { id: title }, this.data.title),
        cancel({ class: "icon-button", "aria-label": "Close" }, icon("close")),
      ),
      el("div", { class: "modal-body" }, this.data.components.map((part) => this.#part(part))),
      this.complaint,
      el(
        "footer",
        {},
        cancel({ class: "btn btn-plain", data: { testid: "modal-cancel" } }, "Cancel"),
        this.send,
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    return this.#dialog(form, title);
  }

  #dialog(form, title) {
    const dialog = el(
      "dialog",
      {
        class: "modal",
        "aria-labelledby": title,
        data: { testid: "modal", customId: this.data.custom_id },
      },
      form,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.#giveBack();
    });
    return dialog;
  }

  /** The focus goes back to the button, or to the one that an edit put in its place. */
  #giveBack() {
    const customId = this.opener?.dataset.customId;
    const same = customId ? `.message [data-custom-id="${CSS.escape(customId)}"]` : null;
    const place = this.opener?.isConnected ? this.opener : same && document.querySelector(same);
    place?.focus();
  }

  #part(component) {
    if (component.type === TEXT) {
      return el("div", { class: "md modal-text" }, markdown(this.world, component.content));
    }
    if (component.type === LABEL) {
      return this.#row(component.component, component.label, component.description);
    }
    return (component.components ?? []).map((inner) => this.#row(inner, inner.label, null));
  }

  #row(component, label, description) {
    const describing = freshId("help");
    const field = makeField(this.world, component, describing);
    if (!field) {
      return el("p", {}, `A field of type ${component.type}, which this page does not know.`);
    }
    const required = component.required !== false && component.type !== 23;
    const star = required ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null;
    const named = { class: "field-label", id: freshId("label"), for: field.id };
    const name = el("label", named, label, star);
    if (field.node.getAttribute("role")) field.node.setAttribute("aria-labelledby", name.id);
    const error = alertLine("field-error", "field-error");
    const help = el("div", { id: describing, class: "field-help" }, description ?? "", error);
    const shape = field.beside ? "field-row beside" : "field-row";
    const row = el("div", { class: shape }, name, field.node, help);
    const complain = (sentence) => {
      error.textContent = sentence ?? "";
      error.hidden = !sentence;
      row.classList.toggle("wrong", Boolean(sentence));
    };
    row.addEventListener("input", () => complain(null));
    row.addEventListener("click", () => complain(null));
    this.#rows.push({ field, component, complain });
    return row;
  }

  /** Shows what is wrong; true when everything may be sent. */
  #check() {
    const wrong = this.#rows.filter(({ field, complain }) => {
      const problem = field.problem();
      complain(problem);
      return problem;
    });
    wrong[0]?.field.node.querySelector("input, textarea, button")?.focus();
    return wrong.length === 0;
  }

  async #submit() {
    if (this.send.getAttribute("aria-busy") === "true" || !this.#check()) return;
    this.#wait(true);
    this.#complain(null);
    try {
      const values = Object.fromEntries(
        this.#rows.map(({ field, component }) => [component.custom_id, field.read()]),
      );
      const asked = { interaction: this.data.interaction, values };
      const { interaction } = await this.world.ask("submit", asked);
      const source = this.pending.source(this.data.interaction);
      const outcome = await this.pending.outcome(interaction, source);
      if (outcome === "failed") this.#complain(FAILED);
      else this.close();
    } catch (error) {
      this.#complain(error.message);
    } finally {
      this.#wait(false);
    }
  }

  #wait(waiting) {
    this.send.setAttribute("aria-busy", String(waiting));
    this.send.classList.toggle("pending", waiting);
  }

  #complain(sentence) {
    this.complaint.replaceChildren(...(sentence ? [icon("warning"), sentence] : []));
    this.complaint.hidden = !sentence;
  }
}

function alertLine(className, testid) {
  return el("p", { class: className, role: "alert", hidden: true, data: { testid } });
}
