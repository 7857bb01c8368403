// New names for the members of an object.
import type { JsonObject } from "./dialect.ts";

/** Renames members in place and in order; a name that is taken gets a number after it. Linear time. */
export function renameMembers(holder: JsonObject, names: ReadonlyMap<string, string>): void {
  const members = Object.entries(holder);
  const taken = new Set(members.flatMap(([name]) => (names.has(name) ? [] : [name])));
  const numbers = new Map<string, number>();
  for (const [name] of members) delete holder[name];
  for (const [name, value] of members) {
    const wanted = names.get(name);
    let to = wanted ?? name;
    while (wanted !== undefined && taken.has(to)) {
      const number = (numbers.get(wanted) ?? 1) + 1;
      numbers.set(wanted, number);
      to = `${wanted}_${number}`;
    }
    taken.add(to);
    // An assignment would not create a member "__proto__".
    Object.defineProperty(holder, to, {
      ...{ value, enumerable: true, configurable: true, writable: true },
    });
  }
}
