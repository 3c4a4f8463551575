// Line icons, drawn for this page on a 24 by 24 grid. Each is a list of SVG path data.

const PATHS = {
  menu: ["M4 7h16", "M4 12h16", "M4 17h16"],
  hash: ["M9 4 7 20", "M17 4l-2 16", "M5 9h15", "M4 15h15"],
  at: ["M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z", "M16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.6 7.2"],
  people: [
    "M12.5 8a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z",
    "M2.5 20c.4-3.6 2.9-6 6.5-6s6.1 2.4 6.5 6",
    "M16 4.8a3.5 3.5 0 0 1 0 6.4",
    "M18 14.4c2 .8 3.3 2.8 3.5 5.6",
  ],
  swap: ["M4 8h15l-4-4", "M20 16H5l4 4"],
  gear: [
    "M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z",
    "M12 3v3", "M12 18v3", "M3 12h3", "M18 12h3",
    "m5.6 5.6 2.2 2.2", "m16.2 16.2 2.2 2.2", "m5.6 18.4 2.2-2.2", "m16.2 7.8 2.2-2.2",
  ],
  sun: [
    "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
    "M12 2.5v2", "M12 19.5v2", "M2.5 12h2", "M19.5 12h2",
    "m5.3 5.3 1.4 1.4", "m17.3 17.3 1.4 1.4", "m5.3 18.7 1.4-1.4", "m17.3 6.7 1.4-1.4",
  ],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"],
  eye: [
    "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z",
    "M14.8 12a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0Z",
  ],
  close: ["M6 6l12 12", "M18 6 6 18"],
  down: ["M12 5v14", "M6 13l6 6 6-6"],
  caret: ["M6 9.5l6 6 6-6"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  link: ["M14 4h6v6", "M20 4 11 13", "M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5"],
  file: ["M13 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V8l-5-5Z", "M13 3v5h5"],
  reply: ["M4 18v-4a5 5 0 0 1 5-5h11", "M15 4l5 5-5 5"],
  slash: ["M15 4 9 20"],
  send: ["M4 12 20 5l-5 15-3-6-8-2Z", "M12 14l8-9"],
  left: ["M15 5l-7 7 7 7"],
  right: ["M9 5l7 7-7 7"],
  upload: ["M12 16V4", "M7 9l5-5 5 5", "M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3"],
  warning: ["M12 4 2.5 20h19L12 4Z", "M12 10v4.5", "M12 17.3v.2"],
  role: ["M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6L12 3Z"],
};

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An icon that screen readers pass over: whatever holds it carries the words. */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  for (const data of PATHS[name]) {
    const path = document.createElementNS(NAMESPACE, "path");
    path.setAttribute("d", data);
    svg.append(path);
  }
  return svg;
}
