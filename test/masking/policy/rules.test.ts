// The rules compiled from a policy: which types are masked and how, and that a failing recognizer fails the request.
import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../../src/core/entities.ts";
import { MAX_TOKEN_VALUE_BYTES } from "../../../src/core/limits.ts";
import {
  type CustomEntity,
  type PolicyDefinition,
  TOKEN_STYLES,
} from "../../../src/core/policy.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { detect } from "../../../src/detect/detector.ts";
import type { Recognizer } from "../../../src/detect/span.ts";
import type { LanguageOptions } from "../../../src/detect/tagger/by-language.ts";
import { maskedItems, planItems } from "../../../src/masking/mask/mask-items.ts";
import { actionOf, compileRules, newDefinition } from "../../../src/masking/policy/rules.ts";
import { kindOf, partsOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const NO_POLICIES = { version: 0, wrappers: [], alsoOn: [] };
const CUSTOMER: CustomEntity = {
  name: "CUSTOMER_ID",
  description: "",
  tokenName: "Numeric Token",
  format: null,
  pattern: "C-[0-9]{6}",
  words: [],
  matchCase: true,
  contextWords: [],
  validator: null,
};

function rulesOf(changes: Partial<PolicyDefinition>, id = 7) {
  const definition = { ...newDefinition("P"), ...changes };
  return runToEnd(compileRules({ id, version: 1, definition }, NO_POLICIES, null));
}
const typesIn = (vault: MemoryVault, value: string) =>
  (vault.mask([{ value }])[0]?.individual_tokens ?? []).map(({ pii_type }) => pii_type);

describe("rules", () => {
  it("mask the types that are on from the start, whatever the policy, and no other", () => {
    for (const rules of [runToEnd(compileRules(null, NO_POLICIES, null)), rulesOf({})]) {
      for (const [name, { isOn }] of Object.entries(ENTITIES)) {
        expect(rules.detection.wanted.has(name)).toBe(isOn);
        const action = isOn ? "pseudonymize" : "exclude";
        expect([name, rules.treatmentOf(name).action]).toEqual([name, action]);
      }
    }
  });

  it("give a linked type its form and its tags under every style, in conversations, too", () => {
    const link = { LOCATION: { tokenName: "State Token", format: null } };
    for (const tokenStyle of [null, ...TOKEN_STYLES]) {
      const rules = rulesOf({ tokenStyle, link });
      for (const { treatmentOf } of [rules, rules.inConversation()]) {
        const { kind, isUnwrapped, isByWord } = treatmentOf("LOCATION");
        // A state's code alone could be any word that a model writes.
        expect([kind, isUnwrapped, isByWord]).toEqual([kindOf(7, TOKEN.state, 0), false, false]);
      }
    }
  });

  it("find addresses in parts where places are looked for, unless the policy says otherwise", () => {
    const places = { actions: { LOCATION: "pseudonymize" } } as const;
    const formOf = (changes: Partial<PolicyDefinition>) => rulesOf(changes).detection.addresses;
    expect([formOf({}), formOf(places)]).toEqual(["whole", "parts"]);
    expect(formOf({ ...places, addresses: "whole" })).toBe("whole");
    expect(formOf({ addresses: "parts" })).toBe("parts");
  });

  it("find the postcode of an address where addresses stay unmasked", () => {
    const text = "Send it to 12 Main St, Springfield, IL 62704 today.";
    const actions = { ADDRESS: "exclude", ZIP: "pseudonymize" } as const;
    const found = detect(text, rulesOf({ actions }).detection);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(["62704"]);
  });

  it("turn types on and off as actions say, custom ones included", () => {
    const actions = { DATE: "pseudonymize", AGE: "anonymize", URL: "exclude" } as const;
    const { detection, irreversible, treatmentOf } = rulesOf({ actions, custom: [CUSTOMER] });
    const wanted = ["DATE", "AGE", "CUSTOMER_ID", "EMAIL_ADDRESS"];
    for (const name of wanted) expect(detection.wanted.has(name)).toBe(true);
    expect(detection.wanted.has("URL")).toBe(false);
    expect(irreversible?.wanted.has("AGE")).toBe(true);
    expect(irreversible?.wanted.has("DATE")).toBe(false);
    expect(treatmentOf("CUSTOMER_ID")).toEqual({
      action: "pseudonymize",
      wrapper: { prefix: "<CUSTOMER_ID>", suffix: "</CUSTOMER_ID>" },
      isUnwrapped: false,
      isByWord: false,
      kind: kindOf(7, 3, 0),
      recorded: "CUSTOMER_ID",
    });
    expect(() => treatmentOf("NOBODY")).toThrow();
    expect(actionOf(newDefinition("P"), "constructor")).toBe("pseudonymize");
  });

  it("have mappings record the types that their kinds do not tell alone", () => {
    const recordedBy = ({ treatmentOf }: ReturnType<typeof rulesOf>) =>
      [
        "EMAIL_ADDRESS",
        "PERSON",
        "PHONE_NUMBER",
        "FAX_NUMBER",
        "ADDRESS",
        "TAX_ID",
        "LITERAL",
      ].filter((entity) => treatmentOf(entity).recorded !== null);
    const shaped = ["PHONE_NUMBER", "FAX_NUMBER", "ADDRESS", "TAX_ID", "LITERAL"];
    expect(recordedBy(rulesOf({}))).toEqual(shaped);
    expect(recordedBy(rulesOf({ tokenStyle: "compact" }))).toEqual([]);
    // A type of its own with the form of another, or another with that of its own.
    const own = { ...CUSTOMER, tokenName: "Text Token", format: "Email Address" };
    expect(recordedBy(rulesOf({ custom: [own] }))).toEqual(["EMAIL_ADDRESS", ...shaped]);
    const link = { PERSON: { tokenName: "Text Token", format: "URL" } } as const;
    expect(recordedBy(rulesOf({ link }))).toEqual(["PERSON", ...shaped]);
  });

  it("leave an excluded type in clear that counts as another one", () => {
    const iban = "pay to DE89370400440532013000 now";
    expect(typesIn(new MemoryVault(), iban)).toEqual(["ACC_NO"]);
    const off = { ACC_NO: "exclude", IBAN: "exclude" } as const;
    expect(typesIn(new MemoryVault({ actions: off }), iban)).toEqual([]);
    const fax = new MemoryVault({ actions: { FAX_NUMBER: "exclude" } });
    expect(fax.rules.detection.wanted.has("FAX_NUMBER")).toBe(true);
  });

  it("find a value in a URL that is left in clear", () => {
    const text = "see https://example.org/find?ssn=078-05-1120&mail=ada@example.com";
    const vault = new MemoryVault({ actions: { URL: "exclude" } });
    expect(typesIn(vault, text)).toEqual(["US_SSN", "EMAIL_ADDRESS"]);
  });

  it.each([
    ["US_SSN", "see https://example.org/find?ssn=078-05-1120 now"],
    ["EMAIL_ADDRESS", "see https://example.org/?q=1&mail=ada@example.com now"],
  ] as const)("anonymize a longer value around an anonymized one: %s", (type, text) => {
    const vault = new MemoryVault({ actions: { [type]: "anonymize" } });
    const [item] = vault.mask([{ value: text }]);
    expect(item?.individual_tokens).toMatchObject([{ pii_type: type, start_pos: 4 }]);
    expect(item?.token_value).toMatch(/^see <\w+>⟦\w+⟧<\/\w+> now$/);
  });

  it("anonymize no type that has an action of its own as the one it counts as", () => {
    const vault = new MemoryVault({ actions: { ACC_NO: "anonymize", IBAN: "pseudonymize" } });
    const text = "pay to DE89370400440532013000 now";
    expect(typesIn(vault, text)).toEqual(["IBAN"]);
    expect(vault.mask([{ value: text }])[0]?.token_value).not.toContain("⟦");
  });

  it("give tokens of the policy's kind in every mode", () => {
    const vault = new MemoryVault({ actions: { URL: "exclude" } });
    const plan = runToEnd(
      planItems(
        [{ value: "a@b.example" }, { value: "x", token_name: "Text Token" }],
        vault.settings(),
      ),
    );
    const kinds = plan.ok ? plan.value.wants.kinds : [];
    expect(kinds).toEqual([kindOf(1, 2, 2), kindOf(1, 2, 0)]);
    expect(partsOf(kinds[0] ?? 0)).toEqual({ tokenName: 2, format: 2 });
  });

  it("look for custom entities, allow and deny values as whole words", () => {
    const vault = new MemoryVault({
      custom: [CUSTOMER, { ...CUSTOMER, name: "PROJECT", pattern: null, words: ["Blue Whale"] }],
      allow: ["ops@example.com"],
      deny: [{ value: "Bob", entity: "PERSON" }],
    });
    const text = "Bob and Bobby of Blue Whale wrote C-123456 to ops@example.com, a@example.com";
    expect(typesIn(vault, text)).toEqual(["PERSON", "PROJECT", "CUSTOMER_ID", "EMAIL_ADDRESS"]);
    // A vault that has never heard of their tags: unmask still knows the ones that are used.
    expect(vault.maskText(text)).toMatch(/<LITERAL>.*<LITERAL>/);
    expect(vault.unmask([vault.maskText(text)])).toEqual([text]);
  });

  it("drop what is below the threshold of its type or of the policy", () => {
    const custom = [CUSTOMER];
    const text = "order C-123456";
    expect(typesIn(new MemoryVault({ custom }), text)).toEqual(["CUSTOMER_ID"]);
    expect(typesIn(new MemoryVault({ custom, threshold: 0.95 }), text)).toEqual([]);
    const thresholds = { CUSTOMER_ID: 0.3 };
    expect(typesIn(new MemoryVault({ custom, threshold: 0.95, thresholds }), text)).toHaveLength(1);
  });

  it("give the tagger the policy's recall and languages, and its findings a place", () => {
    const asked: LanguageOptions[] = [];
    const tagger = (options: LanguageOptions): Recognizer => {
      asked.push(options);
      const found = { entityType: "PERSON", score: 0.9, recognizer: "tagger", reason: "test" };
      return {
        name: "tagger",
        entityTypes: ["PERSON"],
        scan: () => [{ start: 0, end: 3, ...found }],
      };
    };
    // A later version may have stored what this one does not know.
    const definition = { ...newDefinition("P"), recall: 0.4, languages: ["de", "xx", "en"] };
    const rules = runToEnd(compileRules({ id: 1, version: 1, definition }, NO_POLICIES, tagger));
    const settings = { ...new MemoryVault().settings(), rules };
    const plan = runToEnd(planItems([{ value: "Ada sings" }], settings));
    expect(plan.ok && plan.value.wants.values).toEqual(["Ada"]);
    runToEnd(compileRules(null, NO_POLICIES, tagger));
    expect(asked).toEqual([{ recall: 0.4, languages: ["en", "de"] }, { recall: 0 }]);
  });
});

describe("a recognizer that throws", () => {
  it("fails the whole plan, so that no text passes for clean", () => {
    const broken = (): Recognizer => ({
      name: "broken",
      entityTypes: ["PERSON"],
      scan() {
        throw new Error("a defect");
      },
    });
    const rules = runToEnd(compileRules(null, NO_POLICIES, broken));
    const settings = { ...new MemoryVault().settings(), rules };
    expect(() =>
      runToEnd(planItems([{ value: "x", token_name: "Text Token" }], settings)),
    ).not.toThrow();
    expect(() => runToEnd(planItems([{ value: "some text" }], settings))).toThrow("a defect");
  });
});

describe("masked text that unmask would not take", () => {
  const digits = { ...CUSTOMER, name: "DIGIT", tokenName: "Text Token", pattern: "[0-9]" };
  const wrappers = { DIGIT: { prefix: `{${"p".repeat(63)}`, suffix: `${"s".repeat(63)}}` } };
  const text = "7 ".repeat(6_000).slice(0, -1);

  it.each([
    ["a text", { value: text }],
    ["a document", { value: { a: ["x", text] } }],
  ])("is told by its position: %s", (_, item) => {
    const vault = new MemoryVault({ custom: [digits], wrappers });
    const plan = runToEnd(planItems([{ value: "fine 7" }, item], vault.settings()));
    if (!plan.ok) throw new Error(plan.error.code);
    const tokens = vault.tokensOf(plan.value.wants);
    expect(runToEnd(maskedItems(plan.value, tokens)).tooLong).toEqual([1]);
  });

  it("is measured in UTF-8, not guessed", () => {
    const vault = new MemoryVault({ custom: [digits] });
    const item = { value: "7 ".repeat(10_000) };
    const plan = runToEnd(planItems([item], vault.settings()));
    const outcomes = plan.ok && runToEnd(maskedItems(plan.value, vault.tokensOf(plan.value.wants)));
    expect(outcomes).toMatchObject({ tooLong: [] });
    const [masked] = vault.mask([item]);
    const bytes = new TextEncoder().encode(masked?.token_value).length;
    expect(bytes).toBeLessThanOrEqual(MAX_TOKEN_VALUE_BYTES);
    expect(bytes * 6).toBeGreaterThan(MAX_TOKEN_VALUE_BYTES);
  });

  it("says how values were found only when asked", () => {
    const vault = new MemoryVault({ custom: [digits] });
    const explained = vault.mask([{ value: "7 <x" }], false, vault.settings(false, true))[0];
    expect(explained?.individual_tokens?.[0]).toMatchObject({
      recognizer: "custom:DIGIT",
      score: 0.6,
      reason: "pattern",
    });
    const [plain] = vault.mask([{ value: "7" }]);
    expect(plain?.individual_tokens?.[0]).not.toHaveProperty("reason");
  });
});
