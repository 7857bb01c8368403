// Checks of sections 1 and 2: what masking does, and the fields on the wire. Keyed by row id.
import { expect } from "vitest";
import type { MaskedItem } from "../../src/masking/item.ts";
import { newNamespace, newVault } from "../support/namespaces.ts";
import { BODY_OPERATIONS } from "../support/operations.ts";
import {
  type Answer,
  call,
  MASTER_KEY,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  tryUnmask,
  unmask,
} from "../support/requests.ts";
import { countRows } from "../support/storage.ts";

/** A check per row id. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

const ITEMS = [
  { value: "George Williams", token_name: "Text Token" },
  { value: "(408)-426-9989", token_name: "Numeric Token", format: "Phone Number" },
  { value: "write to ada@example.org" },
];

type Submission = { tracking_id: string; status: string }[];

/** Submit ITEMS and give the bare answer. */
async function submission(token: string): Promise<Answer<Submission>> {
  return call<Submission>("PUT", PATHS.maskAsync, { token, body: { mask: ITEMS } });
}

let given: Promise<Answer<unknown>[]> | undefined;
/** Answers of every operation, once to a body it takes and once to one it refuses; asked for once. */
const answers = () => {
  given ??= allAnswers();
  return given;
};

async function allAnswers(): Promise<Answer<unknown>[]> {
  const { token } = await newVault();
  const all: Answer<unknown>[] = [];
  for (const operation of BODY_OPERATIONS) {
    const bearer = operation.needs === "master key" ? MASTER_KEY : token;
    const sent = { token: bearer, body: operation.body(`some ${crypto.randomUUID()} text`) };
    all.push(await call("PUT", operation.path, sent));
    all.push(await call("PUT", operation.path, { token: bearer, raw: "{" }));
  }
  return all;
}

/** The answer to one mask item, refused or not. */
async function maskOne(item: unknown): Promise<Answer<MaskedItem[]>> {
  const { token } = await newVault();
  return call<MaskedItem[]>("PUT", PATHS.mask, { token, body: { mask: [item] } });
}

/** Sections 1 and 2. */
export const MASKING_CHECKS: Checks = {
  "S1.1": async () => {
    const { token } = await newVault();
    for (const item of await mask(token, ITEMS)) {
      expect(item.token_value).not.toContain(item.value);
      expect(item.token_value).not.toContain("ada@example.org");
      expect(item.token_value.length).toBeGreaterThan(0);
    }
  },
  "S1.2": async () => {
    const [here, there] = [await newVault(), await newVault()];
    const tokens = (await mask(here.token, ITEMS)).map((item) => item.token_value);
    expect((await countRows(here.nid)).mapping).toBe(3);
    expect(await unmask(here.token, tokens)).toEqual(ITEMS.map(({ value }) => value));
    expect((await tryUnmask(there.token, tokens)).status).toBe(400);
  },
  "S1.3": async () => {
    const { token } = await newVault();
    const answer = await submission(token);
    expect([answer.status, Object.keys(only(answer.data)).sort()]).toEqual([
      200,
      ["status", "tracking_id"],
    ]);
    const record = await pollJob(token, only(answer.data).tracking_id);
    expect(record.result).toEqual(await mask(token, ITEMS));
  },
  "S1.4": async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: ITEMS });
    const record = await pollJob(token, id);
    expect(await pollJob(token, id)).toEqual(record);
  },
  "S1.5": async () => {
    const { tokens } = await newNamespace({ all: ["mask", "unmask"] });
    const answer = await submission(tokens.all);
    const record = await pollJob(tokens.all, only(answer.data).tracking_id);
    for (const { token_value } of record.result ?? [])
      expect(answer.text).not.toContain(token_value);
    expect(record.result).toHaveLength(ITEMS.length);
  },
  "S2.1.1": async () => {
    const masked = only((await maskOne({ value: "Ada", token_name: "Text Token" })).data);
    expect(masked.value).toBe("Ada");
    for (const value of [5, true, null, [], {}]) {
      expect((await maskOne({ value, token_name: "Text Token" })).status).toBe(400);
    }
  },
  "S2.1.2": async () => {
    const { token } = await newVault();
    const value = "555 1234";
    const items = ["URL", "Phone Number"].map((format) => ({
      value,
      token_name: "Text Token",
      format,
    }));
    const [url, phone] = await mask(token, items);
    expect([url?.format, phone?.format]).toEqual(["URL", "Phone Number"]);
    expect(url?.token_value).not.toBe(phone?.token_value);
    for (const format of [8, null, [], "No Such Format"]) {
      expect((await maskOne({ value, token_name: "Text Token", format })).status).toBe(400);
    }
  },
  "S2.1.3": async () => {
    const value = "Ada 42";
    const numeric = only((await maskOne({ value, token_name: "Numeric Token" })).data);
    expect(numeric.token_value).toMatch(/^[\d ]+$/);
    const text = only((await maskOne({ value, token_name: "Text Token" })).data);
    expect(text.token_value).toMatch(/^[0-9A-Za-z]+ [0-9A-Za-z]+$/);
    for (const token_name of [3, null, [], "No Such Token"]) {
      expect((await maskOne({ value, token_name })).status).toBe(400);
    }
  },
  "S2.1.4": async () => {
    const { token } = await newVault();
    const [byToken, byFormat, detected] = await mask(token, ITEMS);
    expect(byToken).not.toHaveProperty("individual_tokens");
    expect(byFormat?.format).toBe("Phone Number");
    expect(only(detected?.individual_tokens ?? []).pii_type).toBe("EMAIL_ADDRESS");
  },
  "S2.2.1": async () => {
    const { token } = await newVault();
    const { tracking_id } = only((await submission(token)).data);
    expect(tracking_id).toBeTypeOf("string");
    expect((await pollJob(token, tracking_id)).tracking_id).toBe(tracking_id);
  },
  "S2.2.2": async () => {
    const { token } = await newVault();
    expect(only((await submission(token)).data).status).toBe("PENDING");
  },
  "S2.4.1": async () => {
    const { token } = await newVault();
    const { data } = await submission(token);
    expect(Array.isArray(data)).toBe(true);
    expect(data).toHaveLength(1);
  },
  "S2.4.3": async () => {
    const all = await answers();
    for (const answer of all) expect(answer.success).toBe(answer.status === 200);
    expect(new Set(all.map(({ success }) => success)).size).toBe(2);
  },
  "S2.4.4": async () => {
    for (const { error } of await answers()) expect(error.message).toBeTypeOf("string");
  },
  "S2.4.5": async () => {
    for (const { success, error } of await answers()) expect(error.message === "").toBe(success);
  },
};
