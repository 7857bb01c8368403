// Masks and unmasks items that may be JSON documents, with a vault in memory; and generates such documents.

import { runToEnd } from "../../../src/core/steps.ts";
import type { JsonDocument } from "../../../src/masking/item.ts";
import {
  type AnyMaskedItem,
  type AnyMaskItem,
  maskedItems,
  planItems,
  renderItems,
} from "../../../src/masking/mask/mask-items.ts";
import {
  type AnyUnmaskedItem,
  type AnyUnmaskItem,
  planUnmaskItems,
  renderUnmaskedItems,
  restoreItems,
} from "../../../src/masking/unmask/unmask-items.ts";
import { fc } from "../properties.ts";
import { MemoryVault } from "./memory-vault.ts";

/** Masks and unmasks items as operations do; intermediate results are serialized and parsed, as in a job. */
export class MemoryJsonVault {
  readonly #vault = new MemoryVault();

  /** Mask items. Throws when they are refused. */
  mask(items: readonly AnyMaskItem[], keepKnownTokens = false): AnyMaskedItem[] {
    const plan = runToEnd(planItems(items, this.#vault.settings(keepKnownTokens)));
    if (!plan.ok) throw new Error(`${plan.error.code} ${plan.error.index}`);
    const tokens = this.#vault.tokensOf(plan.value.wants);
    const masked = runToEnd(maskedItems(plan.value, tokens));
    if (masked.tooLong.length > 0) throw new Error("masked_too_long");
    return renderItems(items, stored(masked.outcomes));
  }

  /** Unmask items; returns the index of the first bad item when it fails. */
  unmask(items: readonly AnyUnmaskItem[], partial = false): AnyUnmaskedItem[] | number {
    const plan = runToEnd(
      planUnmaskItems(items, {
        cipher: this.#vault.cipher,
        strict: false,
        wrappers: this.#vault.rules.wrappers,
      }),
    );
    const isWholeText = new Set(plan.question.wholeTexts);
    const values = plan.question.tokens.map((token, i) => {
      const value = this.#vault.valueOf(token);
      // Only a whole text can stand for itself, and only if auto-detect once left it unchanged.
      return value === token && !isWholeText.has(i) ? null : value;
    });
    const found = plan.question.ids.map((id) => this.#vault.found(id));
    const restored = restoreItems(plan, { values, found }, { partial });
    return restored.ok ? renderUnmaskedItems(items, stored(restored.outcomes)) : restored.index;
  }
}

/** Outcomes after a round trip through a job's chunk. */
function stored<T>(outcomes: T): T {
  return JSON.parse(JSON.stringify(outcomes)) as T;
}

/** Names with a meaning in JavaScript or JSON Pointer, and arbitrary ones. */
const names = fc.oneof(
  fc.constantFrom("age", "ssn", "__proto__", "constructor", "toString", "length", "json"),
  fc.constantFrom(
    "",
    "0",
    "12",
    "a/b",
    "m~n",
    "~1",
    "имя",
    "名前",
    "👩‍👩‍👧",
    '"',
    "\\",
    "\n",
    "\u2028",
  ),
  fc.string({ unit: "binary", maxLength: 6 }).filter((text) => text.isWellFormed()),
);
const texts = fc.oneof(
  fc.constantFrom("ada@example.com", "Mail ada@example.com or call (212) 555-0123", "10.1.2.3"),
  fc.constantFrom("", " ", "\t\n", "yes", "480515", "480-515-1234", "<EMAIL>x</EMAIL>", "<EMAIL>"),
  fc.constantFrom("Grace Hopper", "\0", "é", "e\u0301", "\ufeff", "\u202e", "{}", "[1]", "null"),
  fc.string({ unit: "binary", maxLength: 20 }).filter((text) => text.isWellFormed()),
);
const numbers = fc.oneof(
  fc.constantFrom(0, 42, -1, 0.1, 1e-7, 5e-324, 2 ** 53 - 1, 1 - 2 ** 53, 4_105_551_234, 123456),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, min: -(2 ** 52), max: 2 ** 52 }),
);
const scalars = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 3, arbitrary: numbers },
  { weight: 1, arbitrary: fc.constantFrom(true, false, null) },
);

interface Texts {
  value: string;
  list: string;
  object: string;
}

const json = fc.letrec<Texts>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars.map((value): string => JSON.stringify(value)),
    tie("list") as fc.Arbitrary<string>,
    tie("object") as fc.Arbitrary<string>,
  ),
  list: fc.array(tie("value"), { maxLength: 6 }).map((parts) => `[${parts.join(",")}]`),
  object: fc
    .array(fc.tuple(names, tie("value")), { maxLength: 6 })
    .map((members) => `{${members.map(([k, v]) => `${JSON.stringify(k)}:${v}`).join(",")}}`),
}));

/** Any object or array, as JSON.parse returns it for a body. */
export const documents: fc.Arbitrary<JsonDocument> = fc
  .oneof(json.list, json.object)
  .map((text) => JSON.parse(text) as JsonDocument);

/** A document with each scalar replaced by its type: equal for documents of the same shape. */
export function shapeOf(document: unknown): string {
  return JSON.stringify(document, (_, value: unknown) =>
    typeof value === "object" && value !== null ? value : `${value === null ? null : typeof value}`,
  );
}
