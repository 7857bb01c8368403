// Token styles: what each does to a text, that every text unmasks under each style, and that no planted token does.
import { describe, expect, it } from "vitest";
import { TOKEN_STYLES, type TokenStyle } from "../../../src/core/policy.ts";
import { compactNumber } from "../../../src/tokens/forms/plain/compact-form.ts";
import { DEFAULT_POLICY, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { hostileTexts } from "../../support/masking/hostile-texts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { cases, fc } from "../../support/properties.ts";

const NAMES = ["Sarah O'Connell", "Sarah", "Zoe\u0301 Ray", "Ann \u0301B", "李 雷"];
const PLACES = ["12 High Street, Leeds", "a, b;\tc"];
const DENY = [
  ...NAMES.map((value) => ({ value, entity: "PERSON" })),
  ...PLACES.map((value) => ({ value, entity: "ADDRESS" })),
  { value: "Dutch", entity: "NATIONALITY" },
  { value: "Easter", entity: "DATE" },
];
const CUSTOM = {
  ...{ name: "CUSTOMER", description: "", tokenName: "Text Token", format: null, pattern: null },
  ...{ words: ["C-777777"], matchCase: true, contextWords: [], validator: null },
};
const TAGS_OF_OWN = { CUSTOMER: { prefix: "<CUSTOMER>", suffix: "</CUSTOMER>" } };

function vaultOf(tokenStyle: TokenStyle | null, wrappers = {}): MemoryVault {
  return new MemoryVault({
    tokenStyle,
    deny: DENY,
    actions: { NATIONALITY: "pseudonymize", DATE: "pseudonymize" },
    custom: [CUSTOM],
    wrappers: { ...TAGS_OF_OWN, ...wrappers },
  });
}

/** A text with its tokens, each as letter and number by its value. */
function shown(vault: MemoryVault, text: string): string {
  const [item] = vault.mask([{ value: text }]);
  let masked = item?.token_value ?? "";
  for (const { token, value } of item?.individual_tokens ?? []) {
    masked = masked.replace(token, `{${value}}`);
  }
  return masked;
}

const TEXT = "Ask Sarah O'Connell, or Sarah (jane@example.com), at 12 High Street, Leeds.";
const COMPACT = /^(?:per|email|address|cus|literal)[0-9a-hjkmnp-tv-z]{16}$/;

describe("a token style", () => {
  it.each<[TokenStyle | null, string]>([
    [
      null,
      "Ask <PER>{Sarah O'Connell}</PER>, or <PER>{Sarah}</PER> (<EMAIL>{jane@example.com}</EMAIL>), at <ADDRESS>{12 High Street, Leeds}</ADDRESS>.",
    ],
    [
      "compact",
      "Ask {Sarah O'Connell}, or {Sarah} ({jane@example.com}), at {12 High Street, Leeds}.",
    ],
    [
      "word",
      "Ask {Sarah} {O'Connell}, or {Sarah} ({jane@example.com}), at {12} {High} {Street}, {Leeds}.",
    ],
    [
      "surrogate",
      "Ask <PER>{Sarah O'Connell}</PER>, or <PER>{Sarah}</PER> (<EMAIL>{jane@example.com}</EMAIL>), at <ADDRESS>{12 High Street, Leeds}</ADDRESS>.",
    ],
  ])("%s says what stands where", (style, expected) => {
    expect(shown(vaultOf(style), TEXT)).toBe(expected);
  });

  it("compact and word make compact tokens of every type, LITERAL and a policy's own among them", () => {
    for (const style of ["compact", "word"] as const) {
      const vault = vaultOf(style);
      const text = `${TEXT} C-777777 <SSN>`;
      const tokens = vault.mask([{ value: text }])[0]?.individual_tokens ?? [];
      expect(tokens.map(({ pii_type }) => pii_type)).toContain("LITERAL");
      expect(tokens.map(({ pii_type }) => pii_type)).toContain("CUSTOMER");
      for (const { token, prefix, suffix } of tokens) {
        expect(token).toMatch(COMPACT);
        expect([prefix, suffix]).toEqual(["", ""]);
      }
    }
  });

  it("word gives a word the same token wherever it stands in a name, and no other type's", () => {
    const tokens = vaultOf("word").mask([{ value: TEXT }])[0]?.individual_tokens ?? [];
    const ofSarah = tokens.filter(({ value }) => value === "Sarah").map(({ token }) => token);
    expect(ofSarah).toHaveLength(2);
    expect(new Set(ofSarah).size).toBe(1);
    expect(tokens.map(({ start_pos, end_pos }) => TEXT.slice(start_pos, end_pos))).toEqual(
      tokens.map(({ value }) => value),
    );
  });

  it("surrogate has realistic tokens, and compact ones without a wrapper where there is no such form", () => {
    const [name, place, customer] =
      vaultOf("surrogate").mask([{ value: "Sarah O'Connell, 12 High Street, Leeds, C-777777" }])[0]
        ?.individual_tokens ?? [];
    expect(name?.token).toMatch(/^[A-Z][\w'-]+ [A-Z][\w'-]+$/);
    expect(place?.token).toMatch(/^\d+ [A-Z].*, [A-Z]/);
    expect(customer?.token).toMatch(COMPACT);
    expect([name?.prefix, customer?.prefix]).toEqual(["<PER>", ""]);
  });

  it("in a conversation is compact unless the policy says otherwise, and realistic tokens have no tags", () => {
    const shownInConversation = (style: TokenStyle | null) => {
      const vault = vaultOf(style);
      const settings = { ...vault.settings(), rules: vault.rules.inConversation() };
      const [item] = vault.mask([{ value: "To Sarah, or xSarah@" }], false, settings);
      return item?.individual_tokens?.map(({ prefix, token }) => [prefix, COMPACT.test(token)]);
    };
    expect(shownInConversation(null)).toEqual([["", true]]);
    expect(shownInConversation("surrogate")).toEqual([["", false]]);
    expect(shownInConversation("shape")).toEqual([["<PER>", false]]);
    expect(shownInConversation("word")).toEqual([["", true]]);
  });

  it("leaves a policy its own prefix and suffix, and its placeholders their tags", () => {
    const wrappers = { PERSON: { prefix: "{", suffix: "}" } };
    expect(shown(vaultOf("word", wrappers), "Ask Sarah O'Connell.")).toBe(
      "Ask {{Sarah}} {{O'Connell}}.",
    );
    const gone = new MemoryVault({
      tokenStyle: "word",
      deny: DENY,
      actions: { PERSON: "anonymize" },
    });
    expect(gone.maskText("Ask Sarah O'Connell.")).toMatch(/^Ask <PER>⟦\w{12}⟧<\/PER>\.$/);
  });

  it.each([
    ["xjane@example.comx", "a letter behind"],
    ["\\Dutch is", "a backslash that would make its first letter an escape"],
    ["discharge\nEaster", "a line that would make another type's letters of its own"],
    ["jane@example.com\u200dx, x\u00adjane@example.com", "characters nobody sees"],
    ["%20jane@example.com is", "what a URL escapes"],
    ["jane@example.com\u0301x", "a mark"],
    ["<jane@example.com>", "brackets"],
    ["</PER><PER>jane@example.com</PER>", "tags"],
  ])("compact keeps %j readable: %s", (text) => {
    const vault = vaultOf("compact");
    for (const strict of [false, true]) {
      expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
    }
  });

  it("compact keeps out of a wrapper that its own letters would complete", () => {
    const vault = vaultOf("compact", { ORGANIZATION: { prefix: "{per", suffix: "}" } });
    const text = "See {Sarah} now";
    expect(vault.maskText(text, true)).toMatch(/^See \{<PER>per\w{16}<\/PER>\} now$/);
    expect(vault.unmask([vault.maskText(text, true)])).toEqual([text]);
  });

  it("compact puts tags only around what would run into letters", () => {
    expect(shown(vaultOf("compact"), "a\\Dutch, Dutch")).toBe(
      "a\\<NATIONALITY>{Dutch}</NATIONALITY>, {Dutch}",
    );
  });
});

describe.each(TOKEN_STYLES)("under the style %s", (style) => {
  const vault = vaultOf(style);
  const PER = kindOf(DEFAULT_POLICY, TOKEN.compact, compactNumber("PERSON"));
  const own = vault.tokenOf("what was planted", kindOf(1, TOKEN.compact, compactNumber("PERSON")));
  const planted = [
    vault.tokenOf("what was planted", PER),
    vault.tokenOf("what was planted", PER).toUpperCase(),
    own,
    vault.tokenOf("what was planted", kindOf(DEFAULT_POLICY, TOKEN.text, 0)),
    vault.tokenOf("planted@example.com", kindOf(DEFAULT_POLICY, TOKEN.text, 2)),
  ];
  const more = [...NAMES, ...PLACES, "Dutch", "C-777777", "⟦abcDEF123xyz⟧", "per"];
  const texts = hostileTexts([...planted, own.slice(0, 9), own.slice(9)], more);
  const whole = hostileTexts(planted, more);

  it("a hostile text comes back byte for byte, strictly or not", () => {
    fc.assert(
      fc.property(texts, fc.boolean(), (text, strict) => {
        fc.pre(text !== "");
        expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
      }),
      { numRuns: cases(1_500) },
    );
  });

  it("a hostile text comes back layer by layer when it was masked twice", () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        const once = vault.maskText(text);
        expect(vault.unmask([vault.maskText(once)])).toEqual([once]);
      }),
      { numRuns: cases(1_600) },
    );
  });

  it("two hostile texts, put together with a blank, come back, and without one nothing planted does", () => {
    fc.assert(
      fc.property(whole, whole, fc.constantFrom("", " ", "\n"), (before, behind, separator) => {
        fc.pre(before !== "" && behind !== "");
        const masked = vault.maskText(before) + separator + vault.maskText(behind);
        const back = vault.restore([masked], { strict: false, partial: true });
        const text = back.ok ? back.texts[0] : undefined;
        expect(text).not.toContain("planted");
        if (separator !== "") expect(text).toBe(before + separator + behind);
      }),
      { numRuns: cases(2_400) },
    );
  });
});
