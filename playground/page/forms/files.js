// Files in a modal, sent as {filename, content_type, data}, the data in base64.

import { append, el, freshId } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { fileSize } from "../messages/media.js";

export function fileField(world, component, describedBy) {
  const id = freshId("field");
  const most = component.max_values ?? 1;
  const chosen = el("ul", { class: "file-list" });
  const input = el("input", {
    type: "file",
    id,
    class: "file-input",
    multiple: most > 1,
    "aria-describedby": describedBy,
    data: { testid: "field", customId: component.custom_id },
  });
  let files = [];
  input.addEventListener("change", async () => {
    files = await Promise.all([...input.files].map(packed));
    chosen.replaceChildren();
    const row = ({ name, size }) => el("li", {}, `${name}, ${fileSize(size)}`);
    append(chosen, [...input.files].map(row));
  });
  const node = el("div", { class: "file-field" }, icon("upload"), input, chosen);
  return { id, node, read: () => files, problem: () => problem(component, files.length, most) };
}

function problem(component, count, most) {
  const required = component.required !== false;
  const least = component.min_values ?? 1;
  if (count > most) return `Choose at most ${most}.`;
  if (!count) return required && least > 0 ? "Choose a file." : null;
  return count < least ? `Choose at least ${least}.` : null;
}

function packed(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("error", () => reject(reader.error));
    reader.addEventListener("load", () => {
      const data = reader.result.slice(reader.result.indexOf(",") + 1);
      resolve({ filename: file.name, content_type: file.type, data });
    });
    reader.readAsDataURL(file);
  });
}
