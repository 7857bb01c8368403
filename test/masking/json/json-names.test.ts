// Member names are not masked, so none may contain what unmask would take for a token
// (docs/decisions/laws.md#text-is-hostile).

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import type { JsonDocument } from "../../../src/masking/item.ts";
import { hasTokenInName } from "../../../src/masking/json/json-flaws.ts";
import { maskedItems, planItems } from "../../../src/masking/mask/mask-items.ts";
import { kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { hostileTexts } from "../../support/masking/hostile-texts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { cases, fc } from "../../support/properties.ts";

const vault = new MemoryVault();
const shaped = vault.tokenOf("a secret", kindOf(0, TOKEN.text, 0));
const email = vault.tokenOf("secret@example.com", kindOf(0, TOKEN.text, 2));
const state = vault.tokenOf("Texas", kindOf(0, TOKEN.state, 0));
const digits = vault.tokenOf("secret", kindOf(0, TOKEN.numeric, 0));

describe("a name with", () => {
  it.each([
    ["a tagged token", `<SSN>${state}</SSN>`],
    ["tags in disguise", `x &lt;ssn&gt;${state}&lt;/ssn&gt;`],
    ["an opening tag", "<SSN>"],
    ["a closing tag", `${digits}\\u003c/Ssn>`],
    ["a free-length token", shaped],
    ["an e-mail token in prose", `(${email.toUpperCase()})`],
    ["a token behind an escape", `\\n${shaped}`],
    ["a token behind a line break", `\n${shaped}`],
  ])("%s is refused at any depth, and kept where tokens are", (_, name) => {
    for (const value of [{ [name]: 1 }, [[{ a: [1, { [name]: {} }] }]]] as JsonDocument[]) {
      const items = [
        { value: "text" },
        { value: { a: name } },
        { value },
        { value: {} },
        { value },
      ];
      expect(runToEnd(planItems(items, vault.settings()))).toEqual({
        ok: false,
        error: { code: "token_in_name", index: 2, indexes: [2, 4] },
      });
      const kept = runToEnd(planItems(items, vault.settings(true)));
      expect(kept.ok).toBe(true);
    }
  });

  it.each([
    "",
    "CA",
    state,
    digits,
    "a<b",
    "<b>",
    "<SS",
    "ada@example.com",
    "__proto__",
    "имя",
    "\n",
  ])("%j is allowed: a part of a longer text is no token like that", (name) => {
    expect(hasTokenInName([{ [name]: "x" }], vault.cipher, vault.rules.wrappers)).toBe(false);
  });
});

describe("a document", () => {
  it("that is masked, written as one text and unmasked so says what it said", () => {
    const texts = hostileTexts([shaped, email, state, digits]);
    const members = fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(members, (entries) => {
        const value: JsonDocument = Object.fromEntries(entries);
        const item = { value, json: true };
        const plan = runToEnd(planItems([item], vault.settings()));
        fc.pre(plan.ok);
        if (!plan.ok) return;
        const tokens = vault.tokensOf(plan.value.wants);
        const given = runToEnd(maskedItems(plan.value, tokens));
        expect(given.tooLong).toEqual([]);
        const [masked] = given.answers;
        const sent = JSON.stringify(masked?.token_value);
        const back = vault.restore([sent], { strict: false, partial: true });
        // A value may stand there without escapes, so it is compared with the names as they were sent.
        for (const name of Object.keys(value)) {
          expect(back.ok && back.texts[0]).toContain(JSON.stringify(name));
        }
      }),
      { numRuns: cases(2_000) },
    );
  });
});
