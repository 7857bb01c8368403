// Mints tokens in tests: one counter per space, ids for the last stage, and a set of used tokens. The rule is the
// vault's: take the first stage that is not used up, and skip a place whose text is taken or equals the value.
import { systemRandom } from "../../../src/platform/random.ts";
import type { TokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { type FixedForm, ID_ATTEMPTS } from "../../../src/tokens/stages.ts";
import { spelled, stagesOf, testCipher } from "./forms.ts";

export interface NameMint {
  readonly taken: Set<string>;
  token(value: string): string;
}

export function nameMint(form: FixedForm, key: TokenCipher = testCipher): NameMint {
  const used = new Map<number, number>();
  const taken = new Set<string>();
  let id = 0;
  return {
    taken,
    token(value) {
      id++;
      for (const stage of stagesOf(form, value)) {
        const { space } = stage;
        let place = space === null ? id * ID_ATTEMPTS : (used.get(space) ?? 0);
        const end = space === null ? place + ID_ATTEMPTS : stage.usable;
        while (place < end) {
          const text = stage.spell(key, place++, systemRandom);
          if (space !== null) used.set(space, place);
          if (text === value || taken.has(text)) continue;
          taken.add(text);
          return text;
        }
      }
      throw new Error("used up");
    },
  };
}

/** The text at a place of a stage of a value. */
export function textAt(form: FixedForm, value: string, stage: number, place: number): string {
  return spelled(stagesOf(form, value)[stage], place);
}
