// Items whose texts are known to have no tokens, whatever else stands in their list.
import { expect, it } from "vitest";
import type { MaskItem } from "../../../src/masking/item.ts";
import { type AnyMaskItem, bareItems } from "../../../src/masking/mask/mask-items.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { aheadCipher } from "../../../src/tokens/batch-cipher.ts";
import { TOKEN_KEY_BYTES } from "../../../src/tokens/cipher/cipher.ts";
import { shapedForm } from "../../../src/tokens/forms/plain/shaped.ts";
import { findTokens } from "../../../src/tokens/reading/find-tokens.ts";
import { fc } from "../../support/properties.ts";

const ahead = aheadCipher(systemRandom(TOKEN_KEY_BYTES));
const { cipher } = ahead;
/** Long, and with a place in each number where a token could begin. */
const numbers = Array.from({ length: 400 }, (_, i) => 10 ** 13 + i).join(" ");
const token = shapedForm.token(cipher, 7, "Ann Lee");

const anyText = fc.constantFrom(
  numbers,
  "Bo saw Ada.",
  `<PER>${token}</PER> left`,
  `Bo ${token}`,
  token,
);
const anyItem = fc.oneof(
  { weight: 6, arbitrary: anyText.map((value): AnyMaskItem => ({ value })) },
  anyText.map((value): AnyMaskItem => ({ value, token_name: "Text Token" })),
  fc.array(anyText, { maxLength: 3 }).map((value): AnyMaskItem => ({ value, json: true })),
);

it("are all texts without tokens: the same ones often, wrapped ones and documents in between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyItem, { maxLength: 60 }), async (list) => {
      const items: AnyMaskItem[] = [...list, { value: numbers }];
      const isBare = (item: AnyMaskItem): item is MaskItem =>
        item.token_name === undefined &&
        typeof item.value === "string" &&
        findTokens(cipher, item.value).length === 0;
      expect([...(await bareItems(items, ahead))]).toEqual(items.filter(isBare));
    }),
    { numRuns: 60 },
  );
});

it("are none where nothing was deciphered ahead", async () => {
  expect((await bareItems([{ value: "Bo saw Ada." }], ahead)).size).toBe(0);
});
