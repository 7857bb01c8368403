// Words of a protocol: ids and names are kept, values are masked in any of them.
import { describe, expect, it } from "vitest";
import { PRECISE_TYPES } from "../../../src/core/entities.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import { withoutValues } from "../../../src/masking/mask/detect-text.ts";
import { compileRules, newDefinition } from "../../../src/masking/policy/rules.ts";
import { fc } from "../../support/properties.ts";

const CUSTOMER = {
  ...{ name: "CUSTOMER_ID", description: "", tokenName: "Text Token", format: null },
  ...{ pattern: "C-[0-9]{6}", words: [], matchCase: true, contextWords: [], validator: null },
} as const;
const DATES = { DATE: "pseudonymize", AGE: "pseudonymize", ID_OTHER: "pseudonymize" } as const;

function rulesOf(changes: object = {}) {
  const definition = { ...newDefinition("P", PRECISE_TYPES), ...changes };
  const set = { version: 0, wrappers: [], alsoOn: [] };
  return runToEnd(compileRules({ id: 7, version: 1, definition }, set, null));
}
const passing = (words: readonly string[], changes?: object) => [
  ...runToEnd(withoutValues(words, rulesOf(changes))),
];

const WORDS = [
  ...["user", "gpt-4o-2024-08-06", "claude-3-5-sonnet@20240620", "@cf/meta/llama-3", "1.0", "24h"],
  ...["anthropic/claude-3.5-sonnet:beta", "ft:gpt-4o:my-org:custom:9abcDEF", "call_1700000000000"],
  ...["hf.co/someone/Llama:Q4_K_M", "Europe/Amsterdam", "web_search_2025_08_26", "jordan", "paris"],
  ...["functions.read_file:0", "mcp__github__create_issue", "password", "api_key", "#/$defs/Name"],
  ...["https://mcp.example.com:8443/v1/mcp", "http://10.0.0.5:3000", "application/pdf", "akovacs"],
  "call_9436c36a-6090-4893-be9b-542ce468f940",
];

const VALUES = [
  ...["ada@example.com", "user:ada@example.com", "4111111111111111", "id-4111-1111-1111-1111"],
  ...["+12125550123", "tel:+12125550123", "123-45-6789", "DE89370400440532013000"],
  ...["ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw", "x/ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw"],
  ...["https://a.test/?mail=ada@example.com&x=1", "https://a.test/4111111111111111/x"],
  btoa("mail to ada@example.com"),
];

describe("a word of a protocol", () => {
  it("passes when it is an id or a name, whatever else the policy looks for", () => {
    expect(passing(WORDS)).toEqual(WORDS);
    expect(passing(WORDS, { actions: DATES })).toEqual(WORDS);
  });

  it("passes when it is an id that somebody has drawn", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const id = (prefix: string, length: number) =>
      fc
        .array(fc.constantFrom(...letters), { minLength: length, maxLength: length })
        .map((all) => prefix + all.join(""));
    const hex = fc
      .array(fc.constantFrom(..."0123456789abcdef"), { minLength: 48, maxLength: 48 })
      .map((all) => `resp_${all.join("")}`);
    const ids = fc.oneof(id("call_", 24), id("toolu_01", 22), id("", 9), hex, fc.uuid());
    fc.assert(
      fc.property(fc.array(ids, { minLength: 20, maxLength: 20 }), (drawn) => {
        expect(passing(drawn)).toHaveLength(new Set(drawn).size);
      }),
      { numRuns: 50 },
    );
  });

  it("does not pass with a value in it that its form gives away", () => {
    expect(passing(VALUES)).toEqual([]);
  });

  it("does not pass with what the policy defines, and passes with what it leaves out", () => {
    expect(passing(["C-123456", "x:C-123456"], { custom: [CUSTOMER] })).toEqual([]);
    expect(passing(["ada@example.com"], { actions: { EMAIL_ADDRESS: "exclude" } })).toHaveLength(1);
  });
});
