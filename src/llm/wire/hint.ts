// Puts the hint for the model at the end of a system text, once.
import type { JsonValue } from "./dialect.ts";
import { isObject } from "./pending-texts.ts";

/** A system text with the hint at its end. */
export function withHint(system: string, hint: string): string {
  if (system === "") return hint;
  return system.includes(hint) ? system : `${system}\n\n${hint}`;
}

/** Whether one of these parts is the hint. */
export function hasHint(parts: readonly JsonValue[], hint: string): boolean {
  return parts.some((part) => isObject(part) && part["text"] === hint);
}
