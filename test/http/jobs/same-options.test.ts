// Every option of a request has the same effect in a job as in a synchronous request. The types require a case for each
// option, so an option that is added to the schemas and forgotten in jobs fails here.
import { beforeAll, describe, expect, it } from "vitest";
import type { RequestOptions, UnmaskOptions } from "../../../src/contract/mask.ts";
import { move, newPolicyVault } from "../../support/policies.ts";
import { call, maskText, PATHS, pollJob, submit } from "../../support/requests.ts";

/** The option's value, and items that it makes a difference to; null: it makes none. */
type Case = { readonly says: unknown; readonly items: () => object[] } | null;
type Options<T> = Record<keyof T, Case>;

let token = "";
/** "ada@example.com" as auto-detect masks it: a tagged token. */
let tagged = "";

beforeAll(async () => {
  token = (await newPolicyVault()).token;
  await move(token, { excluded_entities: ["EMAIL_ADDRESS"] });
  tagged = (await maskText(token, "ada@example.com")).token_value;
}, 60_000);

const MAIL = () => [{ value: "\u{1F600} write to ada@example.com" }];

const MASK: Options<Omit<RequestOptions, "strict" | "partial" | "on_error" | "empty">> = {
  policy_name: { says: "P", items: MAIL },
  known_tokens: { says: "keep", items: () => [{ value: `about ${tagged}` }] },
  json: { says: true, items: () => [{ value: { mail: "ada@example.com" } }] },
  explain: { says: true, items: MAIL },
  offsets: { says: "utf16", items: MAIL },
};

const UNMASK: Options<Omit<UnmaskOptions, "on_error" | "empty">> = {
  policy_name: null,
  known_tokens: null,
  json: { says: true, items: () => [{ token_value: { mail: tagged } }] },
  explain: null,
  offsets: null,
  strict: { says: true, items: () => [{ token_value: tagged.replace("<", "< ") }] },
  partial: { says: true, items: () => [{ token_value: `${tagged} <EMAIL>nobody</EMAIL>` }] },
};

const casesOf = (options: Record<string, Case>) =>
  Object.entries(options).flatMap(([name, one]) => (one === null ? [] : [[name, one] as const]));

describe.each([
  ["mask", PATHS.mask, casesOf(MASK)],
  ["unmask", PATHS.unmask, casesOf(UNMASK)],
] as const)("beside the list of %s", (kind, path, cases) => {
  it.each(cases)("%s does in a job what it does in a request", async (name, { says, items }) => {
    const list = { [kind]: items() };
    const body = { ...list, [name]: says };
    const without = await call("PUT", path, { token, body: list });
    const sync = await call("PUT", path, { token, body });
    expect([sync.status, sync.data]).not.toEqual([without.status, without.data]);
    const record = await pollJob(token, await submit(token, kind, body));
    expect(record.result ?? null).toEqual(sync.data);
    expect(record.error_code ?? undefined).toEqual(sync.error.code);
  });
});
