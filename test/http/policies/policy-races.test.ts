// A policy change applies from its answer on, also to requests that are under way.
import { afterEach, describe, expect, it } from "vitest";
import type { MaskedItem } from "../../../src/masking/item.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { move, newPolicyVault, tryChange, UNDER_P } from "../../support/policies.ts";
import { accepted, call, mask, only, PATHS, unmask } from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

const URL = "https://example.com/a";

describe("a change of a policy", () => {
  it("holds for every request that begins after its answer, and for no answer by halves", async () => {
    const { token } = await newPolicyVault();
    for (let round = 0; round < 4; round++) {
      const isOff = round % 2 === 0;
      const group = isOff ? "excluded_entities" : "pseudonymizable_entities";
      // Begun before the change's answer: either policy, but one of them.
      const value = `${URL}?${round} and ${URL}?again${round}`;
      const during = Promise.all([1, 2, 3].map(() => mask(token, [{ value }, { value }], UNDER_P)));
      await move(token, { [group]: ["URL"] });
      const [after] = await mask(token, [{ value }], UNDER_P);
      expect(after?.individual_tokens).toHaveLength(isOff ? 0 : 2);
      for (const items of await during) {
        const counts = items.map((item) => item.individual_tokens?.length);
        expect([
          [0, 0],
          [2, 2],
        ]).toContainEqual(counts);
      }
    }
  });

  it.each([
    ["of a text that no policy decides on", { value: URL, token_name: "Text Token" }, 200],
    ["of a text that is searched", { value: URL }, 503],
  ])("during each plan of a mask %s", async (_, item, status) => {
    const { token } = await newPolicyVault();
    let changes = 0;
    setFailpointHook(async (at) => {
      if (at !== "mask.before-commit") return;
      const group = changes++ % 2 === 0 ? "excluded_entities" : "pseudonymizable_entities";
      await move(token, { [group]: ["URL"] });
    });
    const answer = await call("PUT", PATHS.mask, { token, body: { mask: [item] } });
    expect(answer.status).toBe(status);
    expect(changes).toBe(status === 200 ? 1 : 3);
  });

  it("reaches a namespace's other policies and default policy with its wrappers", async () => {
    const { token } = await newPolicyVault();
    const [before] = await mask(token, [{ value: `${URL} [[x]]` }]);
    expect(before?.token_value).toContain("[[x]]");
    const metadata = [{ entity_name: "URL", format_prefix: "[[", format_suffix: "]]" }];
    accepted(await tryChange(token, PATHS.wrappers, { metadata }));
    const [after] = await mask(token, [{ value: `${URL} [[x]]` }]);
    expect(after?.token_value).not.toContain("[[x]]");
    expect(await unmask(token, [after?.token_value ?? ""])).toEqual([`${URL} [[x]]`]);
    const under = only(await mask(token, [{ value: URL }], UNDER_P));
    expect(under.token_value).toMatch(/^\[\[.*\]\]$/);
    expect(await unmask(token, [under.token_value])).toEqual([URL]);
  });

  it("is not lost when many are made at once", async () => {
    const { token } = await newPolicyVault();
    const names = [
      ...["URL", "US_SSN", "IP_ADDRESS", "PERSON"],
      ...["ADDRESS", "CREDIT_CARD", "PHONE_NUMBER", "ORGANIZATION"],
    ];
    const answers = await Promise.all(
      names.map((name) =>
        tryChange(token, PATHS.moveEntities, { metadata: { excluded_entities: [name] } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    const list = await call<{ details: { metadata: Record<string, { entity_name: string }[]> }[] }>(
      "GET",
      `${PATHS.policyEntities}?policy_name=P`,
      { token },
    );
    const excluded = only(accepted(list).details).metadata["excluded_entities"] ?? [];
    expect(excluded.map(({ entity_name }) => entity_name).sort()).toEqual([...names].sort());
  });

  it("to another policy of the same name after a deletion is a new policy", async () => {
    const { token } = await newPolicyVault();
    const maskOne = async () => only(await mask(token, [{ value: URL }], UNDER_P)) as MaskedItem;
    const first = await maskOne();
    accepted(await tryChange(token, PATHS.deletePolicy, {}));
    const body = { mask: [{ value: URL }], ...UNDER_P };
    const refused = await call("PUT", PATHS.mask, { token, body });
    expect([refused.status, refused.error.code]).toEqual([400, "policy_unknown"]);
    accepted(await tryChange(token, PATHS.createPolicy, {}));
    const second = await maskOne();
    expect(second.token_value).not.toBe(first.token_value);
    expect(await unmask(token, [first.token_value, second.token_value])).toEqual([URL, URL]);
  });
});
