// Stand-in until there are placeholders.
import type { EntityName } from "../core/entities.ts";

/** Bytes of a placeholder key. */
export const PLACEHOLDER_KEY_BYTES = 32;

/** Makes placeholders. */
export interface Placeholders {
  /** The placeholder of a value of an entity type. */
  of(entity: EntityName, value: string): string;
}

/** Placeholders under a key of 32 random bytes. */
export function placeholders(_keyBytes: Uint8Array): Placeholders {
  return {
    of: () => {
      throw new Error("there are no placeholders yet");
    },
  };
}
