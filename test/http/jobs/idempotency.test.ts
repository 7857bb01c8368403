// Idempotency-Key: a submission that is sent again makes no second job.
import { describe, expect, it } from "vitest";
import { generate, newNamespace, newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { type Answer, accepted, call, only, PATHS, pollJob } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const ITEM = { value: "Ada Lane", token_name: "Text Token" };
const BODY = { mask: [ITEM] };

type Accepted = Answer<{ tracking_id: string; status: string }[]>;

function send(token: string, key: string, body: object = BODY, path: string = PATHS.maskAsync) {
  return call<{ tracking_id: string; status: string }[]>("PUT", path, {
    token,
    body,
    headers: { "Idempotency-Key": key },
  });
}

const idOf = (answer: Accepted) => only(accepted(answer)).tracking_id;

const OTHER_BODY = [
  422,
  "idempotency_key_reused",
  "This Idempotency-Key was sent with another body; send a new key with a new body",
];
const said = ({ status, error }: Accepted) => [status, error.code, error.message];

describe("a submission with an Idempotency-Key", () => {
  it("that is sent again is answered with the same job, before and after its end", async () => {
    const { token, nid } = await newVault();
    const first = await send(token, "k 1");
    const second = await send(token, "k 1");
    expect(accepted(second)).toEqual(accepted(first));
    expect((await pollJob(token, idOf(first))).status).toBe("SUCCESS");
    expect(accepted(await send(token, "k 1"))).toEqual(accepted(first));
    expect((await countRows(nid)).job).toBe(1);
    expect(idOf(await send(token, "k 2"))).not.toBe(idOf(first));
    const plain = { token, body: BODY };
    const without = [
      await call("PUT", PATHS.maskAsync, plain),
      await call("PUT", PATHS.maskAsync, plain),
    ];
    expect(without.map(({ status }) => status)).toEqual([200, 200]);
    expect((await countRows(nid)).job).toBe(4);
  });

  it("and another body, by a letter, a blank or the operation, is refused and makes no job", async () => {
    const { token, nid } = await newVault();
    const both = { ...BODY, unmask: [{ token_value: "two words" }] };
    accepted(await send(token, "k", both));
    expect(said(await send(token, "k", { ...both, note: 1 }))).toEqual(OTHER_BODY);
    expect(said(await send(token, "k", both, PATHS.unmaskAsync))).toEqual(OTHER_BODY);
    const spaced = await call<{ tracking_id: string; status: string }[]>("PUT", PATHS.maskAsync, {
      token,
      raw: ` ${JSON.stringify(both)}`,
      headers: { "Idempotency-Key": "k" },
    });
    expect(said(spaced)).toEqual(OTHER_BODY);
    expect((await countRows(nid)).job).toBe(1);
  });

  it("is its user's: another user's key is another one, another token's of the user is not", async () => {
    const { name, tokens } = await newNamespace({ one: ["mask"], two: ["mask"] });
    const first = idOf(await send(tokens.one, "k"));
    expect(idOf(await send(tokens.two, "k"))).not.toBe(first);
    const again = (await generate(name, "one", ["mask"])).auth_key;
    expect(idOf(await send(again, "k"))).toBe(first);
    const unmasking = (await generate(name, "one", ["unmask"])).auth_key;
    expectRefusal(await send(unmasking, "k"), REFUSED.forbidden);
    expect(idOf(await send((await newVault()).token, "k"))).not.toBe(first);
  });

  it("twenty times at once makes one job", async () => {
    const { token, nid } = await newVault();
    const many = { mask: Array.from({ length: 2_000 }, (_, i) => ({ ...ITEM, value: `p ${i}` })) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(token, "k", many)));
    const ids = answers.filter(({ status }) => status === 200).map(idOf);
    expect(new Set(ids).size).toBe(1);
    for (const { status, error, headers } of answers.filter(({ status }) => status !== 200)) {
      expect([status, error.code]).toEqual([409, "submission_under_way"]);
      expect(headers.get("Retry-After")).toBe("1");
    }
    expect((await countRows(nid)).job).toBe(1);
    expect(idOf(await send(token, "k", many))).toBe(ids[0]);
  });

  it("that was refused may be sent again with the same key", async () => {
    const { token } = await newVault();
    expect((await send(token, "k", { mask: [] })).status).toBe(400);
    expect((await send(token, "k", { ...BODY, policy_name: "none" })).error.code).toBe(
      "policy_unknown",
    );
    accepted(await send(token, "k"));
  });

  it("whose job was cancelled cannot be compared any more", async () => {
    const { token } = await newVault();
    const many = { mask: Array.from({ length: 20_000 }, () => ITEM) };
    const id = idOf(await send(token, "k", many));
    accepted(await call("POST", `${PATHS.jobs}/${id}/cancel`, { token }));
    const { status, error } = await send(token, "k", many);
    expect([status, error.code]).toEqual([422, "idempotency_key_spent"]);
  });

  it.each([
    ["empty", "\t"],
    ["too long", "k".repeat(256)],
    ["not of plain letters", "k\u00e9"],
  ])("that is %s is refused", async (_, key) => {
    const { token } = await newVault();
    const invalid = [400, "invalid_field", "Invalid Idempotency-Key"];
    expect(said(await send(token, key))).toEqual(invalid);
  });
});
