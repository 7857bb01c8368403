// The allow list is checked before a body is read: callers who are not on it learn nothing about the body, and cost no
// memory.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { vaultStub } from "../../../src/platform/objects.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import { claimsIn, deactivate, newNamespace } from "../../support/namespaces.ts";
import { BODY_OPERATIONS } from "../../support/operations.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { call, tokenOf } from "../../support/requests.ts";

const OPERATIONS = BODY_OPERATIONS.filter(({ needs }) => needs !== "master key");
const newUser = () => newNamespace({ all: ["mask", "unmask", "metadata_change"] });
/** Every operation says something else to this, once it looks. */
const BROKEN = { raw: "no JSON", headers: { "Content-Type": "text/plain" } };

/** Revoked by a call that this isolate's Worker does not see. */
async function revokeElsewhere(token: string, nid: string): Promise<void> {
  const { jti } = claimsIn(token);
  await vaultStub<VaultRpc>(env as never, nid, null).deactivateToken(String(jti));
}

describe.each(OPERATIONS)("$name", (operation) => {
  it("refuses a token that was revoked here before it looks at the body", async () => {
    const { tokens } = await newUser();
    expect((await call("PUT", operation.path, { token: tokens.all, ...BROKEN })).status).toBe(415);
    await deactivate(tokens.all);
    const answer = await call("PUT", operation.path, { token: tokens.all, ...BROKEN });
    expectRefusal(answer, REFUSED.unauthenticated);
  });

  it("refuses one that was revoked elsewhere before it was ever used here", async () => {
    const { nid, tokens } = await newUser();
    await revokeElsewhere(tokens.all, nid);
    const answer = await call("PUT", operation.path, { token: tokens.all, ...BROKEN });
    expectRefusal(answer, REFUSED.unauthenticated);
  });
});

describe("a token that was used here and revoked elsewhere", () => {
  it("gets no answer at all, and from then on its bodies are not looked at", async () => {
    const { nid, tokens } = await newUser();
    const token = tokens.all;
    await tokenOf(token, "x", "Text Token");
    await revokeElsewhere(token, nid);
    const body = { mask: [{ value: "x", token_name: "Text Token" }] };
    const path = "/api/vault/mask";
    expectRefusal(await call("PUT", path, { token, body }), REFUSED.unauthenticated);
    expectRefusal(await call("PUT", path, { token, ...BROKEN }), REFUSED.unauthenticated);
  });
});
