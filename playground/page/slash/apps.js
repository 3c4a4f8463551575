// Which bot a command belongs to.

import { userName } from "../core/names.js";

export function appUser(world, command) {
  return world.user(command.application_id) ?? world.bots()[0] ?? null;
}

export function appName(world, command) {
  const user = appUser(world, command);
  return user ? userName(user) : "Commands";
}
