// Dark and light: as the system has it, until somebody chooses.

import { button } from "../core/dom.js";
import { icon } from "../core/icons.js";

const KEY = "theme";

function chosen() {
  return localStorage.getItem(KEY);
}

export function isDark() {
  return chosen() ? chosen() === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function applyTheme() {
  if (chosen()) document.documentElement.dataset.theme = chosen();
}

/** A button that turns the light on or off in all tabs of this browser. */
export function themeButton() {
  const made = button({ class: "icon-button", data: { testid: "theme" } });
  const paint = () => {
    const words = isDark() ? "Light theme" : "Dark theme";
    made.setAttribute("aria-label", words);
    made.title = words;
    made.replaceChildren(icon(isDark() ? "sun" : "moon"));
  };
  made.addEventListener("click", () => {
    localStorage.setItem(KEY, isDark() ? "light" : "dark");
    applyTheme();
    paint();
  });
  addEventListener("storage", () => {
    applyTheme();
    paint();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
  return made;
}
