// Members with a misspelt name: refused with the right name. Other unknown members are ignored
// (unknown-members.test.ts).
import { beforeAll, describe, expect, it } from "vitest";
import { slipIn } from "../../../src/contract/mistyped-members.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { change } from "../../support/policies.ts";
import { MARKER } from "../../support/refusals.ts";
import { call, MASTER_KEY, PATHS, pollJob, submit } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

let token = "";
let nid = "";

beforeAll(async () => {
  const made = await newNamespace({ all: ["mask", "unmask", "metadata_change"] });
  [token, nid] = [made.tokens.all, made.nid];
  await change(token, PATHS.createPolicy, {});
});

const ITEM = { value: MARKER };
const TOKENS = { token_value: "two words" };

/** A member of an item to mask, and what it was meant for. */
const OF_MASK: readonly (readonly [string, readonly string[]])[] = [
  ["token", ["token_name"]],
  ["Token", ["token_name"]],
  ["type", ["token_name", "format"]],
  ["tokenName", ["token_name"]],
  ["token-name", ["token_name"]],
  ["toke_nname", ["token_name"]],
  ["token_nam", ["token_name"]],
  ["formt", ["format"]],
  ["attributs", ["attributes"]],
  ["jsn", ["json"]],
  ["nubmers", ["numbers"]],
];

const refusal = (name: string, meant: readonly string[], more: object = {}) => ({
  message: `Invalid ${name}; allowed: ${meant.join(", ")}`,
  code: "invalid_field",
  allowed: meant,
  ...more,
});

async function refused(path: string, body: object, bearer = token) {
  const answer = await call("PUT", path, { token: bearer, body });
  expect([answer.status, answer.data]).toEqual([400, null]);
  expect(answer.text).not.toContain(MARKER);
  return answer.error;
}

describe("a mistyped member", () => {
  it.each(OF_MASK)("%s of an item is refused, and ends a job", async (name, meant) => {
    const list = { mask: [ITEM, { ...ITEM, [name]: "Text Token" }] };
    expect(await refused(PATHS.mask, list)).toEqual(refusal(name, meant, { item_index: 1 }));
    const job = await pollJob(token, await submit(token, "mask", list));
    expect([job.status, job.error_code, job.error_item_index]).toEqual([
      "FAILED",
      "invalid_field",
      1,
    ]);
    expect(job.error_msg).toBe(`Invalid ${name}; allowed: ${meant.join(", ")} (item 1)`);
    expect((await countRows(nid)).mapping).toBe(0);
  });

  it.each([
    ["policy", "policy_name"],
    ["policyName", "policy_name"],
    ["polic_name", "policy_name"],
    ["known_token", "known_tokens"],
    ["offset", "offsets"],
    ["expalin", "explain"],
  ])("%s beside a list is refused", async (name, meant) => {
    const body = { mask: [ITEM], [name]: "P" };
    expect(await refused(PATHS.mask, body)).toEqual(refusal(name, [meant]));
    expect(await refused(PATHS.maskAsync, body)).toEqual(refusal(name, [meant]));
    if (meant !== "policy_name" && meant !== "offsets") return;
    const detect = { detect: [ITEM], [name]: "P" };
    expect(await refused(PATHS.detect, detect)).toEqual(refusal(name, [meant]));
  });

  it("of unmask is refused", async () => {
    for (const [name, meant] of [
      ["partail", "partial"],
      ["stric", "strict"],
      ["policy", "policy_name"],
    ] as const) {
      const body = { unmask: [TOKENS], [name]: true };
      expect(await refused(PATHS.unmask, body)).toEqual(refusal(name, [meant]));
      expect(await refused(PATHS.unmaskAsync, body)).toEqual(refusal(name, [meant]));
    }
    const body = { unmask: [{ ...TOKENS, number: ["n"] }] };
    const item = refusal("number", ["numbers"], { item_index: 0 });
    expect(await refused(PATHS.unmask, body)).toEqual(item);
  });

  it("in place of one that must be there is refused by the name of that, as ever", async () => {
    for (const [path, body, message] of [
      [PATHS.mask, { mask: [{ text: MARKER }] }, "Missing value"],
      [PATHS.detect, { detect: [{ valeu: MARKER }] }, "Missing value"],
      [PATHS.unmask, { unmask: [{ token: MARKER }] }, "Missing token value field"],
      [PATHS.mask, { maks: [ITEM] }, "mask data missing"],
    ] as const) {
      expect((await refused(path, body)).message).toBe(message);
    }
  });

  it("of a policy is refused as any other is, and says what was meant", async () => {
    const entity = { entity_name: "THING", words: ["x"] };
    for (const [path, data, name, meant] of [
      [PATHS.policyDetection, { treshold: 0.9 }, "treshold", ["threshold"]],
      [PATHS.policyDetection, { alow: [] }, "alow", ["allow"]],
      [PATHS.policySettings, { tokenstyle: "word" }, "tokenstyle", ["token_style"]],
      [PATHS.policySettings, { llm: { tool: ["x"] } }, "tool", ["tools"]],
      [
        PATHS.moveEntities,
        { metadata: { exclude_entities: [] } },
        "exclude_entities",
        ["excluded_entities"],
      ],
      [
        PATHS.wrappers,
        { metadata: [{ entity_name: "URL", prefix: "{" }] },
        "prefix",
        ["format_prefix"],
      ],
      [PATHS.customEntity, { ...entity, regex: "x" }, "regex", ["pattern"]],
      [PATHS.customEntity, { ...entity, word: 1 }, "word", ["words"]],
    ] as const) {
      const body = { data: { policy_name: "P", ...data } };
      expect(await refused(path, body)).toEqual(refusal(name, meant));
    }
    const both = { data: { policy_name: "Q", policyname: "x" } };
    const twice = refusal("policyname", ["policy_name"]);
    expect(await refused(PATHS.createPolicy, both)).toEqual(twice);
  });

  it("would start what was only to be tried, or issue a token without its policy", async () => {
    for (const name of ["dryrun", "dry-run", "dryRun"]) {
      const body = { data: { values: [MARKER] }, [name]: true };
      expect(await refused(PATHS.byValue, body)).toEqual(refusal(name, ["dry_run"]));
    }
    const data = { namespace_name: "n", _id: "u", permissions: ["mask"], policy: "P" };
    expect(await refused(PATHS.generate, { data }, MASTER_KEY)).toEqual(
      refusal("policy", ["policy_name"]),
    );
  });
});

describe("ignored is", () => {
  // Members of requests and answers of the API this one follows, but for `token`, a part of a part of an answer.
  it.each(
    `value token_value token_name format attributes attribute individual_tokens toxicity_analysis pii_type prefix
    suffix start_pos end_pos mask unmask data success error message detail status tracking_id metadata tag_type
    entity_name entity_type job_type call_type input_text input_texts text samples total url method headers details
    description name id index`.split(/\s+/),
  )("%s", (name) => {
    const mask = ["value", "token_name", "format", "attributes", "json", "numbers"];
    const unmask = ["token_value", "attributes", "json", "numbers"];
    const beside = [
      "policy_name",
      "known_tokens",
      "json",
      "explain",
      "offsets",
      "strict",
      "partial",
    ];
    for (const [required, known] of [
      ["value", mask],
      ["token_value", unmask],
      ["mask", beside],
    ] as const) {
      expect(slipIn({ [required]: "x", [name]: "y" }, known)).toBeNull();
    }
  });

  it("one that is close to a member that is there, whatever masked items bring along", async () => {
    const named = { ...ITEM, token_name: "Text Token", token: "x", type: "y", tokenname: "z" };
    const masked = await call<object[]>("PUT", PATHS.mask, { token, body: { mask: [named] } });
    expect(masked.status).toBe(200);
    const found = await call<object[]>("PUT", PATHS.mask, {
      token,
      body: { mask: [{ value: "ada@example.com" }] },
    });
    const unmask = [...masked.data, ...found.data];
    expect((await call("PUT", PATHS.unmask, { token, body: { unmask } })).status).toBe(200);
  });

  it("one that is further away, or has a meaning in JavaScript", () => {
    const known = ["value", "token_name", "format", "json"];
    for (const name of ["note", "jo", "json2x", "tok", "token_n", "__proto__", "constructor", ""]) {
      const data = JSON.parse(`{"value":"x","${name}":1}`) as object;
      expect(slipIn(data, known), name).toBeNull();
    }
  });
});
