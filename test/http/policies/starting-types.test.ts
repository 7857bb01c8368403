// Entity types that are searched for before a policy changes them: more in new namespaces than in those made before the
// list of precise types.
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { EntityTypeRecord, PolicyRecord } from "../../../src/contract/responses/policies.ts";
import { ENTITIES, PRECISE_TYPES } from "../../../src/core/entities.ts";
import { change, move, newPolicyVault } from "../../support/policies.ts";
import {
  accepted,
  call,
  mask,
  maskText,
  only,
  PATHS,
  pollJob,
  submit,
  unmask,
} from "../../support/requests.ts";
import { execute } from "../../support/storage.ts";

/** A text of each type, and what is found in it. */
const TEXTS: Readonly<Record<(typeof PRECISE_TYPES)[number] | "INSURANCE_NUMBER", string>> = {
  SECRET: 'api_key = "«9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c»"',
  PASSWORD: "Your temporary password is «Spring2024!»",
  PASSPORT: "Passport number: «C01X00T47»",
  TAX_ID: "VAT number «DE136695976»",
  NATIONAL_ID: "National ID: «85073003328»",
  MEDICAL_RECORD_NUMBER: "MRN: «00482913»",
  CRYPTO: "pay to «0x742d35Cc6634C0532925a3b844Bc454e4438f44e»",
  USERNAME: "ask «@marc-t» to review",
  INSURANCE_NUMBER: "Insurance policy number: «POL-106989»",
};
const CASES = Object.entries(TEXTS).map(([type, marked]) => ({
  type,
  text: marked.replaceAll(/[«»]/g, ""),
  value: marked.slice(marked.indexOf("«") + 1, marked.indexOf("»")),
}));
const OTHERS = CASES.filter(({ type }) => type !== "INSURANCE_NUMBER");

/** A namespace as it was made before there was the list, with the policy P made in it. */
async function olderVault() {
  const { nid, token } = await newPolicyVault();
  await change(token, PATHS.deletePolicy, {});
  await execute(nid, "DELETE FROM setting WHERE name = 'precise_types'");
  await evictDurableObject(env.VAULT.getByName(nid));
  await change(token, PATHS.createPolicy, {});
  return token;
}

const onIn = async (token: string) => {
  const read = await call<{ entities: EntityTypeRecord[] }>("GET", PATHS.entities, { token });
  return accepted(read).entities.flatMap((one) => (one.default ? [one.entity_name] : []));
};
const groupsOf = async (token: string) => {
  const query = `${PATHS.policyEntities}?policy_name=P`;
  const read = await call<{ details: PolicyRecord[] }>("GET", query, { token });
  return only(accepted(read).details).metadata;
};
const TABLE = Object.entries(ENTITIES).flatMap(([name, { isOn }]) =>
  isOn && name !== "LITERAL" ? [name] : [],
);

describe("a new namespace", () => {
  it("masks what is nearly always right when it is found, in requests, jobs and new policies", async () => {
    const { token } = await newPolicyVault();
    const items = CASES.map(({ text }) => ({ value: text }));
    const named = await mask(token, items, { policy_name: "P" });
    const plain = await mask(token, items);
    const job = await pollJob(token, await submit(token, "mask", { mask: items }));
    expect(job.result).toEqual(plain);
    for (const [i, { type, value }] of CASES.entries()) {
      for (const one of [plain[i], named[i]]) {
        expect(one?.individual_tokens).toMatchObject([{ pii_type: type, value }]);
        expect(one?.token_value).not.toContain(value);
      }
    }
    const tokens = plain.map(({ token_value }) => token_value);
    expect(await unmask(token, tokens)).toEqual(items.map(({ value }) => value));
  });

  it("says so, and a policy can turn any of it off", async () => {
    const { token } = await newPolicyVault();
    expect((await onIn(token)).sort()).toEqual([...TABLE, ...PRECISE_TYPES].sort());
    const shown = (await groupsOf(token)).pseudonymizable_entities.map((one) => one.entity_name);
    expect(shown).toEqual(expect.arrayContaining([...PRECISE_TYPES]));
    await move(token, { excluded_entities: ["PASSWORD"] });
    const [off] = await mask(token, [{ value: "password: hunter22" }], { policy_name: "P" });
    expect(off?.token_value).toBe("password: hunter22");
    // What its callers get who name no policy.
    await change(token, PATHS.defaultPolicy, { policy_name: "P" });
    expect(await onIn(token)).not.toContain("PASSWORD");
    expect(await onIn(token)).toContain("SECRET");
  });

  it("masks IBANs as bank accounts, as ever", async () => {
    const { token } = await newPolicyVault();
    const masked = await maskText(token, "IBAN DE89 3704 0044 0532 0130 00");
    expect(masked.individual_tokens).toMatchObject([{ pii_type: "ACC_NO" }]);
  });
});

describe("a namespace from before", () => {
  it("leaves them as it did, also under policies that are made now", async () => {
    const token = await olderVault();
    for (const { text } of OTHERS) {
      expect((await maskText(token, text)).token_value, text).toBe(text);
      const [under] = await mask(token, [{ value: text }], { policy_name: "P" });
      expect(under?.token_value, text).toBe(text);
    }
  });

  it("says so, and a policy can turn them on", async () => {
    const token = await olderVault();
    expect((await onIn(token)).sort()).toEqual([...TABLE].sort());
    const available = (await groupsOf(token)).available_entities.map((one) => one.entity_name);
    expect(available).toEqual(expect.arrayContaining([...PRECISE_TYPES]));
    await move(token, { pseudonymizable_entities: [...PRECISE_TYPES] });
    await change(token, PATHS.defaultPolicy, { policy_name: "P" });
    expect((await onIn(token)).sort()).toEqual([...TABLE, ...PRECISE_TYPES].sort());
    for (const { type, text } of OTHERS) {
      const { individual_tokens } = await maskText(token, text);
      expect(individual_tokens).toMatchObject([{ pii_type: type }]);
    }
  });
});
