// Token styles of a policy end to end: masked synchronously and by a job, in texts and documents, unmasked, and erased.
import { describe, expect, it } from "vitest";
import { TOKEN_STYLES, type TokenStyle } from "../../../src/core/policy.ts";
import type { MaskedItem } from "../../../src/masking/item.ts";
import { type DeletionJob, pollDeletion } from "../../support/erasure.ts";
import { change, newPolicyVault, UNDER_P } from "../../support/policies.ts";
import {
  accepted,
  call,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";

const NAME = "Sarah O'Connell";
const TEXT = `Mail jane.doe@example.com for ${NAME}, or ask Sarah.\nC:\\${NAME}x`;
const DOCUMENT = { to: NAME, notes: ["jane.doe@example.com", `Dear ${NAME},`], "n/a": 7 };

async function vaultOf(style: TokenStyle): Promise<string> {
  const { token } = await newPolicyVault();
  const deny = [NAME, "Sarah", `${NAME}x`].map((value) => ({ value, entity_name: "PERSON" }));
  await change(token, PATHS.policyDetection, { deny });
  await change(token, PATHS.policySettings, { token_style: style });
  return token;
}

/** Both items masked at once, and what a job made of them. */
async function bothWays(token: string): Promise<[MaskedItem[], MaskedItem[]]> {
  const items = [{ value: TEXT, attributes: { customer: 7 } }, { value: DOCUMENT }] as const;
  const options = { ...UNDER_P, json: true };
  const sync = await mask(token, items as never, options);
  const id = await submit(token, "mask", { mask: items as never, ...options });
  return [sync, (await pollJob(token, id)).result ?? []];
}

const tokensIn = (item: MaskedItem | undefined) =>
  (item?.individual_tokens ?? []).map(({ token }) => token);

async function eraseBy(token: string, path: string, data: object) {
  const job = accepted(await call<DeletionJob>("PUT", path, { token, body: { data } }));
  return (await pollDeletion(token, job.tracking_id)).response;
}

describe.each(TOKEN_STYLES)("under the style %s", (style) => {
  it("a text and a document come back, masked at once or by a job, which make the same of them", async () => {
    const token = await vaultOf(style);
    const [sync, fromJob] = await bothWays(token);
    expect(fromJob.map(({ token_value }) => token_value)).toEqual(
      sync.map(({ token_value }) => token_value),
    );
    expect(JSON.stringify(sync.map(({ token_value }) => token_value))).not.toMatch(
      /O.Connell|jane\.doe/,
    );
    const items = sync.map(({ token_value }) => ({ token_value }));
    for (const strict of [false, true]) {
      const back = await call<{ value: unknown }[]>("PUT", PATHS.unmask, {
        token,
        body: { unmask: items, json: true, strict },
      });
      expect(accepted(back).map(({ value }) => value)).toEqual([TEXT, DOCUMENT]);
    }
    const id = await submit(token, "unmask", { unmask: items, json: true } as never);
    const record = await pollJob(token, id);
    expect((record.result ?? []).map(({ value }) => value)).toEqual([TEXT, DOCUMENT]);
  });

  it("by an attribute everything is erased that has it: no token comes back, masked again it has others", async () => {
    const token = await vaultOf(style);
    const items = [{ value: TEXT, attributes: { customer: 7 } }];
    const before = only(await mask(token, items, UNDER_P));
    const counts = await eraseBy(token, PATHS.byAttribute, { key: "customer", value: 7 });
    expect(counts).toMatchObject({ cleared_records: new Set(tokensIn(before)).size });
    expect((await tryUnmask(token, [before.token_value])).error?.code).toBe("unmask_failed");
    for (const one of tokensIn(before)) expect((await tryUnmask(token, [one])).status).toBe(400);
    const again = only(await mask(token, items, UNDER_P));
    const dead = new Set(tokensIn(before));
    expect(tokensIn(again).filter((one) => dead.has(one))).toEqual([]);
    expect(await unmask(token, [again.token_value])).toEqual([TEXT]);
  });

  it("by its value a name is erased, under word only word by word", async () => {
    const token = await vaultOf(style);
    const text = `Ask ${NAME}.`;
    const { token_value } = only(await mask(token, [{ value: text }], UNDER_P));
    const whole = await eraseBy(token, PATHS.byValue, { values: [NAME] });
    if (style === "word") {
      expect(whole).toMatchObject({ cleared_records: 0 });
      expect(await unmask(token, [token_value])).toEqual([text]);
      const words = await eraseBy(token, PATHS.byValue, { values: NAME.split(" ") });
      expect(words).toMatchObject({ cleared_records: 2, match: { exact: 2 } });
    } else {
      expect(whole).toMatchObject({ cleared_records: 1, match: { exact: 1 } });
    }
    expect((await tryUnmask(token, [token_value])).error?.code).toBe("unmask_failed");
  });
});

it("each policy has compact tokens of its own, and one of another policy is a LITERAL to it", async () => {
  const token = await vaultOf("compact");
  await change(token, PATHS.createPolicy, { policy_name: "Q" });
  await change(token, PATHS.policySettings, { policy_name: "Q", token_style: "compact" });
  const text = "Mail jane.doe@example.com now";
  const [p, q] = [
    only(await mask(token, [{ value: text }], UNDER_P)),
    only(await mask(token, [{ value: text }], { policy_name: "Q" })),
  ];
  expect(tokensIn(p)).not.toEqual(tokensIn(q));
  for (const policy_name of [null, "P", "Q"]) {
    const item = only(await mask(token, [{ value: p.token_value }], { policy_name }));
    expect(item.individual_tokens?.map(({ pii_type }) => pii_type)).toEqual(["LITERAL"]);
    expect(await unmask(token, [item.token_value])).toEqual([p.token_value]);
  }
  expect(await unmask(token, [p.token_value, q.token_value])).toEqual([text, text]);
});
