// A policy change also applies to words of a protocol, which are sent unchanged where they contain no value.
import { afterEach, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { ask } from "../../support/llm/asked-gateway.ts";
import { generate } from "../../support/namespaces.ts";
import { move, newPolicyVault } from "../../support/policies.ts";
import { accepted, call, PATHS } from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

const VALUE = "ada.kovacs@example.org";
const LEFT = { excluded_entities: ["EMAIL_ADDRESS"] };
const MASKED = { pseudonymizable_entities: ["EMAIL_ADDRESS"] };

/** A namespace whose default policy leaves addresses in clear. */
async function newVault(): Promise<{ name: string; token: string }> {
  const { name, token } = await newPolicyVault();
  const body = { data: { policy_name: "P" } };
  accepted(await call("PUT", PATHS.defaultPolicy, { token, body }));
  await move(token, LEFT);
  return { name, token };
}

const provider = async () => Response.json({});

it("when there are only words, of which none is masked", async () => {
  const { token } = await newVault();
  const path = `openai/v1/models/${VALUE}`;
  const before = await ask({ path, body: null, token }, provider);
  expect(before.seen[0]?.url).toContain(encodeURIComponent(VALUE));
  await move(token, MASKED);
  const after = await ask({ path, body: null, token }, provider);
  expect(after.seen[0]?.url).toMatch(/models\/./);
  expect(after.seen[0]?.url).not.toContain("ada.kovacs");
});

it("when it changes while the texts beside them are masked", async () => {
  const { name, token } = await newVault();
  const content = "My card is 4111 1111 1111 1111";
  const body = { model: VALUE, messages: [{ role: "user", content }] };
  const path = "openai/v1/chat/completions";
  const before = await ask({ path, body, token }, provider);
  expect(before.seen[0]?.body).toContain(VALUE);
  let calls = 0;
  setFailpointHook(async (point) => {
    // The first asks whether the rules are current.
    if (point === "mask.before-commit" && ++calls === 2) await move(token, MASKED);
  });
  // Of this token a request that was counted for each plan would be refused.
  const limits = { values_per_second: 1 };
  const { auth_key } = await generate(name, "limited", ["mask", "unmask"], { limits });
  const after = await ask({ path, body, token: auth_key }, provider);
  expect(after.status).toBe(200);
  expect(calls).toBe(3);
  expect(after.seen[0]?.body).toContain('"role":"user"');
  expect(after.seen[0]?.body).not.toContain(VALUE);
});
