// The operations on policies: their answers, and that each change shows in the next read.
import { describe, expect, it } from "vitest";
import type { EntityTypeRecord, PolicyRecord } from "../../../src/contract/responses/policies.ts";
import { ENTITIES, PRECISE_TYPES } from "../../../src/core/entities.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { change, move, newPolicyVault, tryChange } from "../../support/policies.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { accepted, call, only, PATHS } from "../../support/requests.ts";

interface Page {
  readonly details: readonly PolicyRecord[];
  readonly next_page_token: string | null;
}

async function read(token: string, query = "?policy_name=P"): Promise<Page> {
  return accepted(await call<Page>("GET", `${PATHS.policyEntities}${query}`, { token }));
}
const names = (records: readonly { entity_name: string }[]) =>
  records.map(({ entity_name }) => entity_name);
const SHOWN = Object.entries(ENTITIES).filter(([name]) => name !== "LITERAL");
const isOn = ([name, rule]: (typeof SHOWN)[number]) =>
  rule.isOn || PRECISE_TYPES.some((precise) => precise === name);
const ON = SHOWN.filter(isOn).map(([name]) => name);
const OFF = SHOWN.filter((one) => !isOn(one)).map(([name]) => name);

describe("a policy", () => {
  it("is created, listed and deleted, with messages in the words of the API it follows", async () => {
    const { token } = await newPolicyVault();
    const data = { policy_name: "für Ärzte 🏥" };
    expect(await change(token, PATHS.createPolicy, data)).toBe(
      "für Ärzte 🏥 created successfully.",
    );
    const list = async () =>
      accepted(await call<{ policies: string[] }>("GET", PATHS.listPolicies, { token })).policies;
    expect(await list()).toEqual(["P", "für Ärzte 🏥"]);
    expect(await change(token, PATHS.deletePolicy, {})).toBe("P deleted successfully.");
    expect(await list()).toEqual(["für Ärzte 🏥"]);
    expectRefusal(await tryChange(token, PATHS.deletePolicy, {}), REFUSED.policy);
    expectRefusal(await tryChange(token, PATHS.createPolicy, data), {
      status: 409,
      code: "policy_exists",
      message: "Policy already exists",
    });
  });

  it("starts with everything pseudonymized that is on without it, in its tags", async () => {
    const { token } = await newPolicyVault();
    const { details, next_page_token } = await read(token);
    expect(next_page_token).toBeNull();
    const { policy_name, metadata, detection } = only(details);
    expect(policy_name).toBe("P");
    expect(names(metadata.pseudonymizable_entities)).toEqual(ON);
    expect(names(metadata.available_entities)).toEqual(OFF);
    expect([metadata.anonymizable_entities, metadata.excluded_entities]).toEqual([[], []]);
    expect(metadata.pseudonymizable_entities).toContainEqual({
      entity_name: "DISCHARGE_DATE",
      entity_type: "PHI",
      prefix: "<DISCHARGE_DATE>",
      suffix: "</DISCHARGE_DATE>",
      description: expect.any(String),
    });
    const nothing = { thresholds: {}, recall: 0, languages: null, addresses: null };
    expect(detection).toEqual({ threshold: 0.3, ...nothing, allow: [], deny: [] });
  });

  it("moves entity types between groups and keeps the others", async () => {
    const { token } = await newPolicyVault();
    const metadata = { anonymizable_entities: ["US_SSN", "AGE"], excluded_entities: ["URL"] };
    expect(await move(token, metadata)).toBe("P updated successfully.");
    await move(token, { pseudonymizable_entities: ["AGE"] });
    const groups = only((await read(token)).details).metadata;
    expect(names(groups.anonymizable_entities)).toEqual(["US_SSN"]);
    expect(names(groups.excluded_entities)).toEqual(["URL"]);
    expect(names(groups.pseudonymizable_entities)).toContain("AGE");
    expect(names(groups.available_entities)).toEqual(OFF.filter((name) => name !== "AGE"));
  });

  it("takes prefixes and suffixes, thresholds, a recall, languages, a form of addresses and lists", async () => {
    const { token } = await newPolicyVault();
    const wrapper = { entity_name: "PERSON", format_prefix: "{Person ", format_suffix: "}" };
    await change(token, PATHS.wrappers, { metadata: [wrapper] });
    const deny = [{ value: "Bob", entity_name: "PERSON" }];
    const scores = { threshold: 0.6, thresholds: { URL: 1 }, recall: -0.25 };
    const detection = { ...scores, languages: ["de", "en"], addresses: "parts" };
    const lists = { allow: ["x"], deny };
    await change(token, PATHS.policyDetection, { ...detection, ...lists, threshold: 0.9 });
    await change(token, PATHS.policyDetection, { threshold: 0.6 });
    const policy = only((await read(token)).details);
    expect(policy.detection).toEqual({ ...detection, ...lists });
    const person = policy.metadata.pseudonymizable_entities.find(
      ({ entity_name }) => entity_name === "PERSON",
    );
    expect([person?.prefix, person?.suffix]).toEqual(["{Person ", "}"]);
    await change(token, PATHS.policyDetection, { languages: null, addresses: null });
    const taken = { ...detection, ...lists, languages: null, addresses: null };
    expect(only((await read(token)).details).detection).toEqual(taken);
  });

  it("is on a page of all policies, without its lists", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.policyDetection, { allow: ["x"], threshold: 0.8 });
    for (let i = 0; i < 60; i++) {
      await change(token, PATHS.createPolicy, { policy_name: `policy ${i}` });
    }
    const seen: string[] = [];
    let query = "";
    for (let pages = 0; pages < 5; pages++) {
      const page = await read(token, query);
      for (const { policy_name, detection } of page.details) {
        seen.push(policy_name);
        expect(detection).not.toHaveProperty("allow");
      }
      if (page.next_page_token === null) break;
      query = `?next_page_token=${encodeURIComponent(page.next_page_token)}`;
    }
    expect(seen).toEqual(["P", ...Array.from({ length: 60 }, (_, i) => `policy ${i}`)]);
  });

  it("is for holders of metadata_change only, and its namespace's own", async () => {
    const here = await newPolicyVault();
    const { tokens } = await newNamespace({ other: ["metadata_change"], masker: ["mask"] });
    const query = `${PATHS.policyEntities}?policy_name=P`;
    expectRefusal(await call("GET", query, { token: tokens.other }), REFUSED.policy);
    expectRefusal(await call("GET", query, { token: tokens.masker }), REFUSED.forbidden);
    expect((await read(here.token)).details).toHaveLength(1);
  });
});

describe("a custom entity", () => {
  const PLANT = { entity_name: "PLANT_CODE", pattern: "PL-[0-9]{4}", description: "Where" };

  it("is added, shown, changed and deleted", async () => {
    const { token } = await newPolicyVault();
    expect(await change(token, PATHS.customEntity, PLANT)).toBe(
      "custom tag PLANT_CODE added or updated successfully.",
    );
    const reference = { entity_name: "PLANT_CODE" };
    const details = async () =>
      (await tryChange(token, PATHS.customDetails, reference)) as unknown as { data: object };
    const shown = {
      ...PLANT,
      entity_type: "CUSTOM",
      token_name: "Text Token",
      format: null,
      words: [],
      match_case: false,
      context_words: [],
      validator: null,
      prefix: "<PLANT_CODE>",
      suffix: "</PLANT_CODE>",
    };
    expect((await details()).data).toEqual(shown);
    const words = { words: ["Turin"], match_case: true, context_words: ["plant"] };
    const validator = { min_length: 2, max_length: 9 };
    const update = { ...reference, ...words, token_name: "Person Token", validator };
    await change(token, PATHS.customEntity, update);
    expect((await details()).data).toEqual({ ...shown, ...update, pattern: null, description: "" });
    const group = only((await read(token)).details).metadata.pseudonymizable_entities;
    expect(group.at(-1)).toMatchObject({ entity_name: "PLANT_CODE", entity_type: "CUSTOM" });
    expect(await change(token, PATHS.deleteCustom, reference)).toBe(
      "custom tag PLANT_CODE deleted successfully.",
    );
    expectRefusal(await tryChange(token, PATHS.customDetails, reference), {
      status: 404,
      code: "custom_entity_unknown",
      message: "custom tag not defined: {PLANT_CODE}",
    });
  });
});

it("the table of entity types says what each is masked with", async () => {
  const { token } = await newPolicyVault();
  const answer = await call<{ entities: EntityTypeRecord[] }>("GET", PATHS.entities, { token });
  const { entities } = accepted(answer);
  expect(names(entities)).toEqual(SHOWN.map(([name]) => name));
  expect(entities.find(({ entity_name }) => entity_name === "IBAN")).toEqual({
    entity_name: "IBAN",
    entity_type: "PII",
    tag: "IBAN",
    token_name: "Text Token",
    format: null,
    default: false,
    counts_as: "ACC_NO",
    description: expect.any(String),
  });
});
