// Checks of the sentences about anonymized entities. Keyed by row id.
import { expect } from "vitest";
import { erase } from "../support/erasure.ts";
import { move, newPolicyVault, UNDER_P } from "../support/policies.ts";
import { call, mask, PATHS, pollJob, submit, tryUnmask, unmask } from "../support/requests.ts";
import { countRows } from "../support/storage.ts";
import type { Checks } from "./masking-checks.ts";

const EMAIL = "ada@example.org";
const ITEMS = [{ value: EMAIL }, { value: `write to ${EMAIL} today` }];

/** A namespace whose policy anonymizes e-mail addresses, and ITEMS masked with it. */
async function anonymized() {
  const { nid, token } = await newPolicyVault();
  await move(token, { anonymizable_entities: ["EMAIL_ADDRESS"] });
  const texts = (await mask(token, ITEMS, UNDER_P)).map((item) => item.token_value);
  return { nid, token, texts };
}

/** What unmask says to each text alone. */
async function answers(token: string, texts: readonly string[]): Promise<unknown[]> {
  const all = [];
  for (const text of texts) {
    const { status, data, error } = await tryUnmask(token, [text]);
    all.push([status, data?.[0]?.value, error.code]);
  }
  return all;
}

/** Anonymized entities. */
export const POLICY_CHECKS: Checks = {
  "S1.8": async () => {
    const { nid, token, texts } = await anonymized();
    const [alone = "", inside = ""] = texts;
    for (const text of texts) expect(text).not.toContain(EMAIL);
    expect((await countRows(nid)).mapping).toBe(0);
    expect(await answers(token, texts)).toEqual([
      [403, undefined, "anonymized"],
      [200, inside, undefined],
    ]);
    for (const options of [{ strict: true }, { partial: true }, { policy_name: "P" }]) {
      const body = { unmask: texts.map((text) => ({ token_value: text })), ...options };
      expect((await call("PUT", PATHS.unmask, { token, body })).text).not.toContain(EMAIL);
    }
    const job = await submit(token, "unmask", { unmask: [{ token_value: alone }] });
    expect((await pollJob(token, job)).error_code).toBe("anonymized");
  },
  "S1.9": async () => {
    const { token, texts } = await anonymized();
    const before = await answers(token, texts);
    await erase(token);
    expect(await answers(token, texts)).toEqual(before);
  },
  "S4.2.9": async () => {
    const { token, texts } = await anonymized();
    const [, inside = ""] = texts;
    const [reversible] = await mask(token, [{ value: "10.1.2.3" }], UNDER_P);
    const both = `${inside}, ${reversible?.token_value}`;
    expect(await unmask(token, [both])).toEqual([`${inside}, 10.1.2.3`]);
    expect((await erase(token)).response?.cleared_records).toBe(1);
    expect(await unmask(token, [inside])).toEqual([inside]);
    expect((await tryUnmask(token, [both])).status).toBe(400);
    // Masked again, it is anonymized again: nothing was kept that could be deleted.
    const [again] = await mask(token, [{ value: EMAIL }], UNDER_P);
    expect((await tryUnmask(token, [again?.token_value ?? ""])).status).toBe(403);
  },
};
