// The deletion of a namespace, requested again with its Idempotency-Key: another namespace may have the name by then.
import { describe, expect, it } from "vitest";
import { pollNamespaceJob, tryDeleteNamespace } from "../../support/namespace-jobs.ts";
import { generate, newNamespace } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  MASTER_KEY,
  PATHS,
  tokenOf,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";
import { execute } from "../../support/storage.ts";

const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;
const people = () => newNamespace({ all: PERMISSIONS });

describe("the deletion of a namespace", () => {
  it("is the same one when it is asked for again with its key, whoever has the name by then", async () => {
    const { name, tokens } = await people();
    await tokenOf(tokens.all, "Ada", "Text Token");
    const [one, another] = [crypto.randomUUID(), crypto.randomUUID()];
    const ask = (key: string) => tryDeleteNamespace(name, MASTER_KEY, key);
    const [first, beside] = await Promise.all([ask(one), ask(one)]);
    const { tracking_id } = accepted(first);
    expect(accepted(beside).tracking_id).toBe(tracking_id);
    expect((await pollNamespaceJob(tracking_id)).response?.cleared_records).toBe(1);
    expect(accepted(await ask(one)).tracking_id).toBe(tracking_id);
    expectRefusal(await ask(another), REFUSED.namespace);
    const again = await generate(name, "all", PERMISSIONS);
    const kept = await tokenOf(again.auth_key, "Bob", "Text Token");
    expect(accepted(await ask(one)).tracking_id).toBe(tracking_id);
    expect(await unmask(again.auth_key, [kept])).toEqual(["Bob"]);
    const other = accepted(await ask(another)).tracking_id;
    expect((await pollNamespaceJob(other)).response?.cleared_records).toBe(1);
    expect(accepted(await ask(one)).tracking_id).toBe(tracking_id);
    expect(accepted(await ask(another)).tracking_id).toBe(other);
  });

  it("is refused with a key that is of another name's deletion, and with one that is unsound", async () => {
    const [here, kept] = [await people(), await people()];
    const key = crypto.randomUUID();
    const { tracking_id } = accepted(await tryDeleteNamespace(here.name, MASTER_KEY, key));
    for (const [sent, code] of [
      [key, "idempotency_key_reused"],
      ["x".repeat(256), "invalid_field"],
    ] as const) {
      expect((await tryDeleteNamespace(kept.name, MASTER_KEY, sent)).error.code).toBe(code);
    }
    expect((await pollNamespaceJob(tracking_id)).status).toBe("SUCCESS");
    expect(await tokenOf(kept.tokens.all, "Ada", "Text Token")).toBeTypeOf("string");
  });

  it("that is open is refused to another key, and given again without one", async () => {
    const { name, nid } = await people();
    await execute(nid, "ALTER TABLE setting RENAME TO setting_away");
    const [one, another] = [crypto.randomUUID(), crypto.randomUUID()];
    const ask = (key: string) => tryDeleteNamespace(name, MASTER_KEY, key);
    // Begun, and not in effect.
    expect((await ask(one)).status).toBe(503);
    const refused = await ask(another);
    expect([refused.status, refused.error.code]).toEqual([409, "namespace_deletion_open"]);
    await execute(nid, "ALTER TABLE setting_away RENAME TO setting");
    const { tracking_id } = accepted(await ask(one));
    expect((await ask(another)).status).not.toBe(200);
    expect(accepted(await ask(one)).tracking_id).toBe(tracking_id);
    expect((await pollNamespaceJob(tracking_id)).status).toBe("SUCCESS");
    const { name: held, nid: ofHeld } = await people();
    const hold = { namespace_name: held, hold: true };
    await call("PUT", PATHS.hold, { token: MASTER_KEY, body: { data: hold } });
    const begun = accepted(await tryDeleteNamespace(held, MASTER_KEY));
    expect((await tryDeleteNamespace(held, MASTER_KEY, ofHeld)).status).toBe(409);
    expect(accepted(await tryDeleteNamespace(held, MASTER_KEY)).tracking_id).toBe(
      begun.tracking_id,
    );
  });

  it("that was cut off is gone on with when it is asked for again with its key", async () => {
    const { name, nid, tokens } = await people();
    await execute(nid, "ALTER TABLE setting RENAME TO setting_away");
    const ask = () => tryDeleteNamespace(name, MASTER_KEY, name);
    expect((await ask()).status).toBe(503);
    await execute(nid, "ALTER TABLE setting_away RENAME TO setting");
    const { tracking_id } = accepted(await ask());
    expectRefusal(await tryUnmask(tokens.all, ["x"]), REFUSED.unauthenticated);
    expect((await pollNamespaceJob(tracking_id)).status).toBe("SUCCESS");
  });
});
