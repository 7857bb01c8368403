// The policy of requests that name none: the token's own, else the namespace's default policy, else none.
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import recorded from "../../support/llm/litellm-requests.json" with { type: "json" };
import { claimsIn, freshName, generate } from "../../support/namespaces.ts";
import { change, move, tryChange } from "../../support/policies.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  MASTER_KEY,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  tokenOf,
} from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

const ALL = ["mask", "unmask", "metadata_change"] as const;
const URL = "https://example.com/a";
const MAIL = "ada@example.com";
const TEXT = `${URL} of ${MAIL}`;
const IS_DEFAULT = {
  status: 409,
  code: "policy_is_default",
  message: "The policy is the namespace's default policy; choose another default first",
};

const choose = (token: string, policy_name: string | null) =>
  change(token, PATHS.defaultPolicy, { policy_name });
const chosen = async (token: string) =>
  accepted(await call<{ policy_name: string | null }>("GET", PATHS.defaultPolicy, { token }))
    .policy_name;

/** A namespace with policies P, which leaves web addresses, and Q, which leaves mail; and a token of each kind. */
async function vault() {
  const name = freshName();
  const token = (await generate(name, "all", ALL)).auth_key;
  for (const policy_name of ["P", "Q"]) await change(token, PATHS.createPolicy, { policy_name });
  await move(token, { excluded_entities: ["URL"] });
  await change(token, PATHS.moveEntities, {
    policy_name: "Q",
    metadata: { excluded_entities: ["EMAIL_ADDRESS"] },
  });
  await change(token, PATHS.policySettings, { policy_name: "Q", partial: true });
  const ofQ = (await generate(name, "q", ALL, { policy_name: "Q" })).auth_key;
  return { name, token, ofQ };
}

/** What a text becomes: which of its values are left in it. */
async function left(token: string, more: object = {}): Promise<string> {
  const { token_value } = only(await mask(token, [{ value: TEXT }], more));
  return [URL, MAIL].filter((value) => token_value.includes(value)).join(" ");
}

describe("the default policy", () => {
  it("is none at first, is chosen and given up, and is shown", async () => {
    const { token } = await vault();
    expect(await chosen(token)).toBeNull();
    expect(await choose(token, "P")).toBe("P is the default policy.");
    expect(await chosen(token)).toBe("P");
    expect(await choose(token, "Q")).toBe("Q is the default policy.");
    expect(await chosen(token)).toBe("Q");
    expect(await choose(token, null)).toBe("The policy without a name is the default policy.");
    expect(await chosen(token)).toBeNull();
    expectRefusal(
      await tryChange(token, PATHS.defaultPolicy, { policy_name: "R" }),
      REFUSED.policy,
    );
    expect(await chosen(token)).toBeNull();
  });

  it("is that of every request without a policy_name, from the answer on", async () => {
    const { token } = await vault();
    const named = () => tokenOf(token, "Ada", "Text Token");
    const under = async (policy_name: string) =>
      only(await mask(token, [{ value: "Ada", token_name: "Text Token" }], { policy_name }));
    const without = await named();
    for (const [name, expected] of [
      ["P", URL],
      ["Q", MAIL],
      [null, ""],
      ["P", URL],
    ] as const) {
      await choose(token, name);
      for (const more of [{}, { policy_name: null }, { policy_name: "" }]) {
        expect(await left(token, more)).toBe(expected);
      }
      // A value that names its token has the policy in its kind.
      expect(await named()).toBe(name === null ? without : (await under(name)).token_value);
      const detected = accepted(
        await call<{ entities: { pii_type: string }[] }[]>("PUT", PATHS.detect, {
          token,
          body: { detect: [{ value: TEXT }] },
        }),
      );
      expect(only(detected).entities).toHaveLength(expected === "" ? 2 : 1);
      const job = await submit(token, "mask", { mask: [{ value: TEXT }] });
      const result = (await pollJob(token, job)).result as { token_value: string }[];
      expect(only(result).token_value).toBe(only(await mask(token, [{ value: TEXT }])).token_value);
    }
  });

  it("gives way to one that the request names", async () => {
    const { token } = await vault();
    await choose(token, "P");
    expect(await left(token, { policy_name: "Q" })).toBe(MAIL);
  });

  it("says whether unmask is partial, unless the request does", async () => {
    const { token } = await vault();
    const body = { unmask: [{ token_value: "<EMAIL>nobody</EMAIL>" }] };
    const statuses = async (more: object) => {
      const answer = await call("PUT", PATHS.unmask, { token, body: { ...body, ...more } });
      const job = await pollJob(token, await submit(token, "unmask", { ...body, ...more }));
      return [answer.status, job.status];
    };
    const [failed, done] = [
      [400, "FAILED"],
      [200, "SUCCESS"],
    ];
    expect(await statuses({})).toEqual(failed);
    expect(await statuses({ policy_name: "Q" })).toEqual(done);
    expect(await statuses({ policy_name: "Q", partial: false })).toEqual(failed);
    await choose(token, "Q");
    expect(await statuses({})).toEqual(done);
    expect(await statuses({ partial: false })).toEqual(failed);
    expect(await statuses({ policy_name: "P" })).toEqual(failed);
    expect(await statuses({ policy_name: "P", partial: true })).toEqual(done);
  });

  it("cannot be deleted, and what was masked with it comes back when it no longer is", async () => {
    const { token } = await vault();
    await choose(token, "P");
    expectRefusal(await tryChange(token, PATHS.deletePolicy, {}), IS_DEFAULT);
    expect(await left(token)).toBe(URL);
    const kept = await tokenOf(token, "Ada", "Text Token");
    await choose(token, "Q");
    await change(token, PATHS.deletePolicy, {});
    expect(await left(token)).toBe(MAIL);
    const body = { unmask: [{ token_value: kept }] };
    const back = await call<{ value: string }[]>("PUT", PATHS.unmask, { token, body });
    expect(only(accepted(back)).value).toBe("Ada");
  });

  it.each([
    ["named", { value: "Ada", token_name: "Text Token" }],
    ["searched", { value: TEXT }],
  ])("that is chosen while a %s value is masked is the one it is masked with", async (_, item) => {
    const { token } = await vault();
    await mask(token, [{ value: "Bob", token_name: "Text Token" }]);
    let plans = 0;
    setFailpointHook(async (at) => {
      if (at === "mask.before-commit" && plans++ === 0) await choose(token, "P");
    });
    const during = only(await mask(token, [item]));
    expect(plans).toBe(2);
    setFailpointHook(null);
    const after = only(await mask(token, [item], { policy_name: "P" }));
    expect(during.token_value).toBe(after.token_value);
  });
});

describe("a token's own policy", () => {
  it("comes before the namespace's, and behind the request's", async () => {
    const { token, ofQ } = await vault();
    expect([await left(token), await left(ofQ)]).toEqual(["", MAIL]);
    await choose(token, "P");
    expect([await left(token), await left(ofQ)]).toEqual([URL, MAIL]);
    expect(await left(ofQ, { policy_name: "P" })).toBe(URL);
    const job = await submit(ofQ, "mask", { mask: [{ value: TEXT }] });
    const result = (await pollJob(ofQ, job)).result as { token_value: string }[];
    expect(only(result).token_value).toContain(MAIL);
    const named = { value: "Ada", token_name: "Text Token" };
    const [own, its] = [await mask(ofQ, [named]), await mask(token, [named], { policy_name: "Q" })];
    expect(only(own).token_value).toBe(only(its).token_value);
  });

  it("is that of the guardrail, whose client cannot send another, and so is the namespace's", async () => {
    const { token, ofQ } = await vault();
    await choose(token, "P");
    const guarded = async (bearer: string) => {
      const found = recorded.find(({ of }) => of === "embeddings");
      const body = { ...found?.body, texts: [TEXT], litellm_call_id: crypto.randomUUID() };
      const sent = { token: bearer, body };
      const answer = await call("POST", "/beta/litellm_basic_guardrail_api", sent);
      const [text = ""] = (JSON.parse(answer.text) as { texts: string[] }).texts;
      return [URL, MAIL].filter((value) => text.includes(value));
    };
    expect([await guarded(token), await guarded(ofQ)]).toEqual([[URL], [MAIL]]);
  });

  it("is shown to the operator, and other tokens look as they did", async () => {
    const { name, token, ofQ } = await vault();
    const fetched = async (_id: string) => {
      const body = { data: { namespace_name: name, _id } };
      return accepted(
        await call<Record<string, unknown>>("PUT", PATHS.fetch, { token: MASTER_KEY, body }),
      );
    };
    expect(await fetched("q")).toMatchObject({ auth_token: ofQ, policy_name: "Q" });
    const plain = await fetched("all");
    expect(plain["auth_token"]).toBe(token);
    expect(plain).not.toHaveProperty("policy_name");
    expect(claimsIn(token)).not.toHaveProperty("policy");
    const sent = { token: MASTER_KEY };
    const query = `?auth_token=${encodeURIComponent(ofQ)}`;
    expect(accepted(await call("GET", PATHS.details + query, sent))).toMatchObject({
      policy_name: "Q",
    });
    expect(accepted(await call("GET", `${PATHS.list}?namespace=${name}`, sent))).toMatchObject([
      expect.not.objectContaining({ policy_name: expect.anything() }),
      { policy_name: "Q" },
    ]);
  });

  it("that is not there lets nothing through", async () => {
    const { name, token, ofQ } = await vault();
    await change(token, PATHS.deletePolicy, { policy_name: "Q" });
    const early = (await generate(name, "r", ALL, { policy_name: "R" })).auth_key;
    const requests = [
      [PATHS.mask, { mask: [{ value: TEXT }] }],
      [PATHS.mask, { mask: [{ value: "Ada", token_name: "Text Token" }] }],
      [PATHS.maskAsync, { mask: [{ value: TEXT }] }],
      [PATHS.unmask, { unmask: [{ token_value: "x y" }] }],
      [PATHS.unmaskAsync, { unmask: [{ token_value: "x y" }] }],
      [PATHS.detect, { detect: [{ value: TEXT }] }],
    ] as const;
    for (const bearer of [ofQ, early]) {
      for (const [path, body] of requests) {
        expectRefusal(await call("PUT", path, { token: bearer, body }), REFUSED.policy);
      }
    }
    expect(await left(ofQ, { policy_name: "P" })).toBe(URL);
    await change(token, PATHS.createPolicy, { policy_name: "R" });
    expect(await left(early)).toBe("");
  });

  it("has a name that a policy can have", async () => {
    for (const policy_name of ["", " ", "x".repeat(129), 5]) {
      const data = { namespace_name: freshName(), _id: "u", permissions: ["mask"], policy_name };
      const answer = await call("PUT", PATHS.generate, { token: MASTER_KEY, body: { data } });
      expect([answer.status, answer.error.code]).toEqual([400, "invalid_policy_name"]);
    }
    const none = { policy_name: null };
    expect(claimsIn((await generate(freshName(), "u", ["mask"], none)).auth_key)).toBeDefined();
  });
});
