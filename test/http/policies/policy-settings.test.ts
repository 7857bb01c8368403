// metadata/policy/settings: a policy's settings beside detection, and that changing one member leaves the others.
import { describe, expect, it } from "vitest";
import type { SettingsRecord } from "../../../src/contract/responses/policies.ts";
import { change, move, newPolicyVault, tryChange } from "../../support/policies.ts";
import { expectRefusal, invalid, REFUSED } from "../../support/refusals.ts";
import { accepted, call, PATHS } from "../../support/requests.ts";

const UNSAID = {
  policy_name: "P",
  token_style: null,
  link: {},
  partial: false,
  external: null,
  llm: { hint: true, media: "refuse", tools: [] },
};

const read = (token: string, query = "?policy_name=P") =>
  call<SettingsRecord>("GET", `${PATHS.policySettings}${query}`, { token });

async function settingsOf(token: string): Promise<SettingsRecord> {
  return accepted(await read(token));
}

describe("settings", () => {
  it("of a new policy are those of one that says nothing", async () => {
    const { token } = await newPolicyVault();
    expect(await settingsOf(token)).toEqual(UNSAID);
  });

  it("are changed one by one", async () => {
    const { token } = await newPolicyVault();
    const steps = [
      [{ token_style: "word" }, { token_style: "word" }],
      [{ partial: true }, { partial: true }],
      [{ llm: { tools: ["mail", "*", "mail"] } }, { llm: { ...UNSAID.llm, tools: ["mail", "*"] } }],
      [{ llm: { hint: false } }, { llm: { hint: false, media: "refuse", tools: ["mail", "*"] } }],
      [{ llm: { media: "pass" } }, { llm: { hint: false, media: "pass", tools: ["mail", "*"] } }],
      [{}, {}],
      [{ token_style: null }, { token_style: null }],
      [
        { llm: { tools: [] }, partial: false },
        { llm: { hint: false, media: "pass", tools: [] }, partial: false },
      ],
    ] as const;
    let expected: object = UNSAID;
    for (const [sent, changed] of steps) {
      expect(await change(token, PATHS.policySettings, sent)).toBe("P updated successfully.");
      expected = { ...expected, ...changed };
      expect(await settingsOf(token)).toEqual(expected);
    }
  });

  it("outlive other changes of the policy, and change nothing of what it finds", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.policySettings, { token_style: "surrogate", partial: true });
    await move(token, { excluded_entities: ["URL"] });
    await change(token, PATHS.policyDetection, { threshold: 0.5 });
    const shown = await settingsOf(token);
    expect([shown.token_style, shown.partial]).toEqual(["surrogate", true]);
    await change(token, PATHS.policySettings, { partial: false });
    const query = `${PATHS.policyEntities}?policy_name=P`;
    const { details } = accepted(await call<{ details: object[] }>("GET", query, { token }));
    expect(details).toMatchObject([
      { metadata: { excluded_entities: [{ entity_name: "URL" }] }, detection: { threshold: 0.5 } },
    ]);
  });

  it("are refused with the words there are", async () => {
    const { token } = await newPolicyVault();
    const refused = async (data: object, ...refusal: Parameters<typeof invalid>) =>
      expectRefusal(await tryChange(token, PATHS.policySettings, data), invalid(...refusal));
    for (const token_style of ["bold", "", 3, ["word"]]) {
      const answer = await tryChange(token, PATHS.policySettings, { token_style });
      expect(answer.error.message).toBe(
        "Invalid token_style; allowed: shape, compact, word, surrogate",
      );
      expect(answer.error.allowed).toEqual(["shape", "compact", "word", "surrogate"]);
    }
    const media = await tryChange(token, PATHS.policySettings, { llm: { media: "drop" } });
    expect(media.error.message).toBe("Invalid media; allowed: refuse, pass");
    await refused({ style: "word" }, "style");
    await refused({ partial: null }, "partial");
    await refused({ llm: null }, "llm");
    await refused({ llm: { tool: ["x"] } }, "tool");
    await refused({ llm: { tools: [""] } }, "tools");
    await refused({ llm: { tools: "x" } }, "tools");
    await refused({ llm: { hint: "yes" } }, "hint");
    expect(await settingsOf(token)).toEqual(UNSAID);
  });

  it("are those of a policy: without one that exists there are none", async () => {
    const { token } = await newPolicyVault();
    for (const query of ["", "?policy_name=", "?policy_name=Q", "?policy_name=%00"]) {
      expectRefusal(await read(token, query), REFUSED.policy);
    }
    const sent = { policy_name: "Q", partial: true };
    expectRefusal(await tryChange(token, PATHS.policySettings, sent), REFUSED.policy);
  });
});
