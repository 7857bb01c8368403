// Texts that become tokens when an application trims or normalises them.

import { describe, expect, it } from "vitest";
import { plainForms } from "../../../src/masking/text/whole-text.ts";
import { kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { fc } from "../../support/properties.ts";

describe("plainForms", () => {
  it.each([
    ["", []],
    ["CA", []],
    ["two words, here", []],
    [" CA", ["CA"]],
    ["CA\n", ["CA"]],
    ["two  words", ["two words"]],
    ["\ufeffCA\u200b\ufe0f", ["CA"]],
    ["C\u00adA", ["CA"]],
    ["\0CA\x1c\x85", ["CA"]],
    ["ＣＡ", ["CA"]],
    ["CA\u00a0\u3000", ["CA"]],
    ["89 \tPaquette Drive", ["89 Paquette Drive"]],
    [" 89 Paquette  Drive \n Boston", ["89 Paquette Drive\nBoston", "89 Paquette Drive Boston"]],
    ["Zoë", []],
    ["Zoe\u0308", ["Zoë"]],
  ])("of %j are %j", (text, forms) => {
    expect(plainForms(text)).toEqual(forms);
  });

  it("take time in proportion to a run of marks", () => {
    // Normalised in one go it takes more than a minute, which the runner does not wait for.
    expect(plainForms(`x${"\u0344\u0315\u0300".repeat(150_000)}`)).toHaveLength(1);
  });

  it("are none of a form in one line", () => {
    const unit = fc.constantFrom(..." \n\t\0CAＣＡ１1é\u200b\ufe0f\ufeff\u00a0\u3000");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        const last = plainForms(text).at(-1);
        if (last !== undefined) expect(plainForms(last)).toEqual([]);
      }),
    );
  });
});

describe("a text that is a token once it is tidied up", () => {
  // Names and places are found by themselves; here it is what nothing finds that has to be hidden.
  const vault = new MemoryVault({
    actions: { ADDRESS: "exclude", PERSON: "exclude", ORGANIZATION: "exclude" },
  });
  const tokens = [
    vault.tokenOf("Texas", kindOf(0, TOKEN.state, 0)),
    vault.tokenOf("1 Main Street", kindOf(0, TOKEN.address, 0)),
    vault.tokenOf("1 Main Street\nBoston", kindOf(0, TOKEN.address, 0)),
    vault.tokenOf("Victoria Secretson", kindOf(0, TOKEN.person, 0)),
    vault.tokenOf("a secret", kindOf(0, TOKEN.text, 0)),
  ];
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
  const wrapped = (text: string) => text.replaceAll(" ", "\n");
  const looks: readonly (readonly [string, (token: string) => string])[] = [
    ["a blank before", (token) => ` ${token}`],
    ["a line break behind", (token) => `${token}\r\n`],
    ["a byte order mark before", (token) => `\ufeff${token}`],
    ["a zero-width space behind", (token) => `${token}\u200b`],
    ["a variation selector behind", (token) => `${token}\ufe0f`],
    ["zero-width joiners inside", (token) => [...token].join("\u200d")],
    ["blanks doubled", (token) => token.replaceAll(" ", " \t")],
    ["no-break spaces", (token) => token.replaceAll(" ", "\u00a0")],
    ["line breaks for blanks", (token) => (token.includes("\n") ? token : wrapped(token))],
    ["full-width letters", wide],
    ["all of it", (token) => `\u2060 ${wide(token).replaceAll(" ", " \u3000")}\u0085`],
  ];

  it.each(looks)("is hidden whole with %s", (_, look) => {
    for (const token of tokens) {
      const text = look(token);
      const masked = vault.maskText(text);
      // A free-length token is found within the text; invisible characters may stay beside it.
      const visible = masked.replace(/[\s\p{Cc}\p{Cf}\p{VS}]/gu, "");
      expect(visible, text).toMatch(/^<LITERAL>\w+<\/LITERAL>$/);
      expect(vault.unmask([masked])).toEqual([text]);
    }
  });

  it("is left as it is where known tokens are kept", () => {
    for (const token of tokens) expect(vault.maskText(` ${token}`, true)).toBe(` ${token}`);
  });
});
