// Requests about policies that must be refused: nothing changes, and the service continues.

import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/detect/language/languages.ts";
import { refuses, watchThroughout } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { change, newPolicyVault, tryChange } from "../../support/policies.ts";
import { expectRefusal, invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";
import { accepted, call, PATHS } from "../../support/requests.ts";

const watched = watchThroughout();

beforeAll(async () => {
  await change(watched.tokens.all, PATHS.createPolicy, {});
});

const bad = (code: string, message: string): Refusal => ({ status: 400, code, message });
const invalidName = bad("invalid_policy_name", "Invalid policy name");
const unknown = (name: string) => bad("unknown_entity", `entity not defined: {${name}}`);
const wrapper = (why: string, index = 0): Refusal => ({
  ...bad("invalid_wrapper", `Invalid prefix or suffix: ${why}`),
  index,
});
const DIFFER = "they must differ";
const LENGTH = "each must have 1 to 64 characters";
const TAGS = "with < or > they must be <NAME> and </NAME>";
const FORBIDDEN =
  "neither may have &, \\, ⟦, ⟧, control characters, line breaks or malformed Unicode (lone surrogates)";
const INVISIBLE = [
  "\u200b",
  "\u00ad\u2060",
  "\u3164",
  "\u2800",
  "\ufe0f",
  "\u202e\u202c",
  "\u{e0020}",
];
const P = { policy_name: "P" };
const NO_LANGUAGE = {
  ...bad("invalid_field", `Invalid languages; allowed: ${LANGUAGES.join(", ")}`),
  allowed: LANGUAGES,
};
const THING = { ...P, entity_name: "THING", words: [MARKER] };
const group = (metadata: unknown) => ({ ...P, metadata });
const parts = (format_prefix: unknown, format_suffix: unknown) => ({
  ...P,
  metadata: [{ entity_name: "URL", format_prefix, format_suffix }],
});

const CASES: readonly (readonly [string, unknown, Refusal])[] = [
  ["policy/create", {}, invalidName],
  ["policy/create", { policy_name: null }, invalidName],
  ["policy/create", { policy_name: "" }, invalidName],
  ["policy/create", { policy_name: " " }, invalidName],
  ["policy/create", { policy_name: ` ${MARKER}` }, invalidName],
  ["policy/create", { policy_name: `${MARKER}\n` }, invalidName],
  ["policy/create", { policy_name: `${MARKER}\u0000x` }, invalidName],
  ["policy/create", { policy_name: `${MARKER}\ud800` }, invalidName],
  ["policy/create", { policy_name: MARKER.padEnd(129, "x") }, invalidName],
  ["policy/create", { policy_name: 5 }, invalidName],
  ["policy/create", { policy_name: "😀".repeat(129) }, invalidName],
  ...INVISIBLE.map((policy_name) => ["policy/create", { policy_name }, invalidName] as const),
  ["policy/create", 5, invalid("data")],
  ["policy/create", [MARKER], invalid("data")],
  ["policy/create", P, { status: 409, code: "policy_exists", message: "Policy already exists" }],
  ["policy/delete", { policy_name: MARKER }, REFUSED.policy],
  ["policy/delete", { policy_name: "" }, invalidName],
  ["personal-data-entities/update", P, invalid("metadata")],
  ["personal-data-entities/update", group([]), invalid("metadata")],
  [
    "personal-data-entities/update",
    group({ excluded_entities: "URL" }),
    invalid("excluded_entities"),
  ],
  ["personal-data-entities/update", group({ excluded_entities: ["NOBODY"] }), unknown("NOBODY")],
  ["personal-data-entities/update", group({ excluded_entities: ["LITERAL"] }), unknown("LITERAL")],
  ["personal-data-entities/update", group({ excluded_entities: ["URL", "url"] }), unknown("url")],
  [
    "personal-data-entities/update",
    group({ excluded_entities: ["URL"], anonymizable_entities: ["URL"] }),
    invalid("metadata"),
  ],
  [
    "personal-data-entities/update",
    { policy_name: MARKER, metadata: { excluded_entities: ["URL"] } },
    REFUSED.policy,
  ],
  ["update-auto-detect", group({}), invalid("metadata")],
  ["update-auto-detect", group([]), invalid("metadata")],
  ["update-auto-detect", parts(5, "}"), invalid("format_prefix")],
  ["update-auto-detect", parts("", "}"), wrapper(LENGTH)],
  ["update-auto-detect", parts("{", "}".repeat(65)), wrapper(LENGTH)],
  ["update-auto-detect", parts("||", "||"), wrapper(DIFFER)],
  ["update-auto-detect", parts("<PER ", ">"), wrapper(TAGS)],
  ["update-auto-detect", parts("{\n", "}"), wrapper(FORBIDDEN)],
  ["update-auto-detect", parts("{\ud800", "}"), wrapper(FORBIDDEN)],
  ["update-auto-detect", parts("⟦", "⟧"), wrapper(FORBIDDEN)],
  ["policy/detection", { ...P, threshold: 1.01 }, invalid("threshold")],
  ["policy/detection", { ...P, threshold: "1" }, invalid("threshold")],
  ["policy/detection", { ...P, thresholds: { URL: -1 } }, invalid("URL")],
  ["policy/detection", { ...P, thresholds: { NOBODY: 1 } }, unknown("NOBODY")],
  ["policy/detection", { ...P, recall: -1.5 }, invalid("recall")],
  ["policy/detection", { ...P, languages: [] }, invalid("languages")],
  ["policy/detection", { ...P, languages: "de" }, invalid("languages")],
  ["policy/detection", { ...P, languages: ["de", "fr", "de"] }, invalid("languages")],
  ["policy/detection", { ...P, languages: [null] }, NO_LANGUAGE],
  ["policy/detection", { ...P, languages: ["de", MARKER] }, NO_LANGUAGE],
  ["policy/detection", { ...P, allow: [""] }, invalid("allow")],
  ["policy/detection", { ...P, allow: [MARKER.padEnd(257, "x")] }, invalid("allow")],
  ["policy/detection", { ...P, allow: MARKER }, invalid("allow")],
  ["policy/detection", { ...P, deny: [{ value: MARKER }] }, invalid("entity_name")],
  ["policy/detection", { ...P, deny: [{ value: MARKER, entity_name: "DATE" }] }, invalid("deny")],
  [
    "policy/detection",
    { ...P, allow: Array.from({ length: 10_001 }, () => "x") },
    invalid("allow"),
  ],
  ["custom-entity/add-or-update", { ...THING, entity_name: "thing" }, invalid("entity_name")],
  ["custom-entity/add-or-update", { ...THING, entity_name: "URL" }, invalid("entity_name")],
  ["custom-entity/add-or-update", { ...THING, entity_name: "A__B" }, invalid("entity_name")],
  ["custom-entity/add-or-update", { ...P, entity_name: "THING" }, invalid("pattern")],
  ["custom-entity/add-or-update", { ...THING, pattern: "x" }, invalid("words")],
  ["custom-entity/add-or-update", { ...THING, words: [" "] }, invalid("words")],
  ["custom-entity/add-or-update", { ...THING, validator: "iban" }, invalid("validator")],
  [
    "custom-entity/add-or-update",
    { ...THING, validator: { min_length: 3, max_length: 2 } },
    invalid("validator"),
  ],
  [
    "custom-entity/add-or-update",
    { ...THING, token_name: "Tex Token" },
    bad("unknown_token_name", "token_name not defined: {Tex Token}"),
  ],
  ["custom-entity/add-or-update", { ...THING, policy_name: MARKER }, REFUSED.policy],
  [
    "custom-entity/details",
    { ...P, entity_name: "NOBODY" },
    { status: 404, code: "custom_entity_unknown", message: "custom tag not defined: {NOBODY}" },
  ],
  [
    "custom-entity/delete",
    { ...P, entity_name: "URL" },
    { status: 404, code: "custom_entity_unknown", message: "custom tag not defined: {URL}" },
  ],
];

/** One slip each, in every place where a member can be mistyped. */
const SLIPS: readonly (readonly [string, object, string])[] = [
  ["policy/create", { policy: "x" }, "policy"],
  ["policy/delete", { force: true }, "force"],
  [
    "personal-data-entities/update",
    { metadata: { anonymisable_entities: ["US_SSN"] } },
    "anonymisable_entities",
  ],
  [
    "personal-data-entities/update",
    { metadata: {}, excluded_entities: ["URL"] },
    "excluded_entities",
  ],
  ["update-auto-detect", { metadata: [{ entity_name: "URL", prefix: "{" }] }, "prefix"],
  ["policy/detection", { treshold: 0.9 }, "treshold"],
  ["policy/detection", JSON.parse('{"__proto__":1}') as object, "__proto__"],
  ["policy/detection", { deny: [{ value: "x", entity_name: "URL", entity: 1 }] }, "entity"],
  ["custom-entity/add-or-update", { entity_name: "THING", words: ["x"], word: 1 }, "word"],
  ["custom-entity/details", { entity_name: "THING", name: 1 }, "name"],
  ["custom-entity/delete", { entity_name: "THING", ["\ud800".repeat(70)]: 1 }, "\ufffd".repeat(64)],
];

describe("a member nobody knows", () => {
  it.each(SLIPS)("%s is refused with %j, by its name", async (name, data, member) => {
    // A policy's own "__proto__" is copied by no spread.
    const body = {
      data: Object.defineProperties({ ...P }, Object.getOwnPropertyDescriptors(data)),
    };
    const sent = { token: watched.tokens.all, body };
    await refuses(operation(name), watched, sent, invalid(member));
  });

  it("of thresholds is no entity type, whatever it is called", async () => {
    for (const name of ["__proto__", "constructor", "treshold"]) {
      const thresholds = JSON.parse(`{"${name}":0.9}`) as unknown;
      const sent = { token: watched.tokens.all, body: { data: { ...P, thresholds } } };
      await refuses(operation("policy/detection"), watched, sent, unknown(name));
    }
  });

  it("of a validator is refused by its name", async () => {
    const validator = { min_length: 1, max_length: 2, lenght: 3 };
    const sent = { token: watched.tokens.all, body: { data: { ...THING, validator } } };
    await refuses(operation("custom-entity/add-or-update"), watched, sent, invalid("lenght"));
  });
});

describe("a request about a policy", () => {
  it.each(CASES)("%s is refused with %j", async (name, data, refusal) => {
    const sent = { token: watched.tokens.all, body: { data } };
    await refuses(operation(name), watched, sent, refusal);
  });

  it.each([
    ["(", /position|./],
    ["a{1001}", /./],
    ["(?=a)b", /./],
    ["(a)\\1", /./],
    ["[z-a]", /./],
    ["a*", /./],
  ])("with the pattern %j is refused with a reason", async (pattern, reason) => {
    const data = { entity_name: "THING", pattern };
    const answer = await tryChange(watched.tokens.all, PATHS.customEntity, data);
    expect([answer.status, answer.error.code]).toEqual([400, "invalid_pattern"]);
    expect(answer.error.message).toMatch(/^Invalid pattern: ./);
    expect(answer.error.message).toMatch(reason);
  });

  it.each([["?policy_name=Q"], ["?policy_name=%ff"], [`?policy_name=${"x".repeat(500)}`]])(
    "to list %s finds no such policy",
    async (query) => {
      const { token } = await newPolicyVault();
      expectRefusal(await call("GET", PATHS.policyEntities + query, { token }), REFUSED.policy);
    },
  );

  it("is refused for a page that never was", async () => {
    const { token } = await newPolicyVault();
    for (const page of ["x", "cG9saWN5Oi0x", "%ff"]) {
      const answer = await call("GET", `${PATHS.policyEntities}?next_page_token=${page}`, {
        token,
      });
      expectRefusal(answer, invalid("next_page_token"));
    }
  });

  it("is refused for entities that would hold up everybody, and stays out of the policy", async () => {
    const { token } = await newPolicyVault();
    const pattern = "\\w[\\w ]{280}\\w";
    const add = (i: number) =>
      tryChange(token, PATHS.customEntity, { entity_name: `E${i}`, pattern });
    for (let i = 0; i < 5; i++) accepted(await add(i));
    const message = "The policy's custom entities cost 2304 together; the limit is 2000";
    expectRefusal(await add(5), bad("policy_too_complex", message));
    const reference = { policy_name: "P", entity_name: "E5" };
    const details = await call("PUT", PATHS.customDetails, { token, body: { data: reference } });
    expect(details.status).toBe(404);
  });

  it("is refused for excluding a type of which values are denied", async () => {
    const { token } = await newPolicyVault();
    const deny = [{ value: "Blue Whale", entity_name: "ORGANIZATION" }];
    await change(token, PATHS.policyDetection, { deny });
    const metadata = { excluded_entities: ["ORGANIZATION"] };
    const message = "The deny list has values of {ORGANIZATION}; remove them before you exclude it";
    expectRefusal(
      await tryChange(token, PATHS.moveEntities, { metadata }),
      bad("entity_denied", message),
    );
  });

  it("is refused for a definition that is too large, which stays as it was", async () => {
    const { token } = await newPolicyVault();
    const allow = Array.from({ length: 7_000 }, (_, i) => `${i} ${"x".repeat(200)}`);
    const answer = await tryChange(token, PATHS.policyDetection, { allow });
    expect([answer.status, answer.error.code]).toEqual([200, undefined]);
    const deny = allow.slice(0, 2_000).map((value) => ({ value, entity_name: "PERSON" }));
    expectRefusal(await tryChange(token, PATHS.policyDetection, { deny }), {
      status: 413,
      code: "policy_too_large",
      message: "The policy exceeds 1500000 bytes",
    });
  });
});
