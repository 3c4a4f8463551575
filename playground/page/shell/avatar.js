// A person's picture, or the initial on her colour.

import { el, safeUrl } from "../core/dom.js";
import { userColor, userName } from "../core/names.js";

/** size: "small", "medium" or "large". The name always stands beside it, so it has no words. */
export function avatar(user, size = "medium") {
  const url = user?.avatar_url ? safeUrl(user.avatar_url) : null;
  const initial = [...userName(user)][0]?.toUpperCase() ?? "?";
  const box = el("span", { class: `avatar ${size}`, "aria-hidden": "true" }, initial);
  box.style.setProperty("--avatar-color", userColor(user));
  if (url) {
    const image = el("img", { src: url, alt: "" });
    image.addEventListener("error", () => image.remove());
    box.append(image);
  }
  return box;
}

export function appTag(user) {
  return user?.bot ? el("span", { class: "app-tag" }, "APP") : null;
}
