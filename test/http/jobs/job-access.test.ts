// Who may read a job, and that one namespace knows nothing of another.
import { describe, expect, it } from "vitest";
import { deactivate, generate, newNamespace, newVault } from "../../support/namespaces.ts";
import { at, expectRefusal, MARKER, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  maskText,
  only,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";

const TEXT = { value: MARKER, token_name: "Text Token" };

function people() {
  return newNamespace({
    writer: ["mask"],
    other: ["mask"],
    reader: ["unmask"],
    admin: ["metadata_change"],
    all: ["mask", "unmask"],
  });
}

describe("a mask job may be read", () => {
  it("by the token that submitted it, though it may only mask", async () => {
    const { tokens } = await people();
    const record = await pollJob(
      tokens.writer,
      await submit(tokens.writer, "mask", { mask: [TEXT] }),
    );
    expect(record.result?.[0]?.value).toBe(MARKER);
  });

  it("by another token of the same user", async () => {
    const { name, tokens } = await people();
    const id = await submit(tokens.writer, "mask", { mask: [TEXT] });
    const second = (await generate(name, "writer", ["mask"])).auth_key;
    expect((await pollJob(second, id)).status).toBe("SUCCESS");
  });

  it("by any token that may unmask", async () => {
    const { tokens } = await people();
    const id = await submit(tokens.writer, "mask", { mask: [TEXT] });
    expect((await pollJob(tokens.reader, id)).status).toBe("SUCCESS");
  });

  it.each(["other", "admin"] as const)("but not by %s, before or after its end", async (name) => {
    const { tokens } = await people();
    const id = await submit(tokens.writer, "mask", { mask: [TEXT] });
    expectRefusal(await tryStatus(tokens[name], [id]), REFUSED.forbidden);
    await pollJob(tokens.writer, id);
    expectRefusal(await tryStatus(tokens[name], [id]), REFUSED.forbidden);
  });

  it("but not when asked for among others that may be", async () => {
    const { tokens } = await people();
    const foreign = await submit(tokens.writer, "mask", { mask: [TEXT] });
    const own = await submit(tokens.other, "mask", { mask: [TEXT] });
    expectRefusal(await tryStatus(tokens.other, [own, foreign]), REFUSED.forbidden);
  });

  it("still when its submitter's token was revoked, and it was run to its end", async () => {
    const { tokens } = await people();
    const id = await submit(tokens.writer, "mask", { mask: [TEXT] });
    await deactivate(tokens.writer);
    expectRefusal(await tryStatus(tokens.writer, [id]), REFUSED.unauthenticated);
    expect((await pollJob(tokens.reader, id)).status).toBe("SUCCESS");
  });
});

describe("an unmask job", () => {
  it("may not be read by a token that may only mask, not even of the user that submitted it", async () => {
    const { name, tokens } = await people();
    const masked = await tokenOf(tokens.all, MARKER, "Text Token");
    const id = await submit(tokens.all, "unmask", { unmask: [{ token_value: masked }] });
    await pollJob(tokens.all, id);
    const sameUser = (await generate(name, "all", ["mask", "metadata_change"])).auth_key;
    for (const token of [tokens.writer, tokens.admin, sameUser]) {
      expectRefusal(await tryStatus(token, [id]), REFUSED.forbidden);
    }
    expect((await pollJob(tokens.reader, id)).result?.[0]?.value).toBe(MARKER);
  });
});

describe("two namespaces", () => {
  it("give one value different tokens and cannot unmask each other's", async () => {
    const [here, there] = [await newVault(), await newVault()];
    for (const tokenName of ["Text Token", "Special Token", "Numeric Token"]) {
      const value = "Ada 5551234567890";
      const mine = await tokenOf(here.token, value, tokenName);
      const theirs = await tokenOf(there.token, value, tokenName);
      expect(mine).not.toBe(theirs);
      expectRefusal(await tryUnmask(there.token, [mine]), at(0, REFUSED.unmaskFailed));
      expectRefusal(
        await tryUnmask(there.token, [`<URL>${mine}</URL>`]),
        at(0, REFUSED.unmaskFailed),
      );
      expect(await unmask(here.token, [mine])).toEqual([value]);
    }
  });

  it("do not know each other's jobs", async () => {
    const [here, there] = [await newVault(), await newVault()];
    const id = await submit(here.token, "mask", { mask: [TEXT] });
    await pollJob(here.token, id);
    expectRefusal(await tryStatus(there.token, [id]), REFUSED.trackingId);
    const own = await submit(there.token, "mask", { mask: [TEXT] });
    const [foreign] = accepted(await tryStatus(there.token, [id, own]));
    expect([foreign?.status, foreign?.error_msg]).toEqual(["FAILED", "Invalid tracking_id"]);
    expect(foreign?.result).toBeNull();
  });

  it("treat each other's tokens in texts as plain words", async () => {
    const [here, there] = [await newVault(), await newVault()];
    const mine = await tokenOf(here.token, "Ada Lane", "Text Token");
    const item = await maskText(there.token, `this is ${mine} from elsewhere`);
    expect(await unmask(there.token, [item.token_value])).toEqual([item.value]);
  });

  it("run a job that fails in one without touching the other", async () => {
    const [here, there] = [await newVault(), await newVault()];
    const bad = await submit(here.token, "mask", { mask: [{}] });
    const good = await submit(there.token, "mask", { mask: [TEXT] });
    expect((await pollJob(here.token, bad)).status).toBe("FAILED");
    const record = only([await pollJob(there.token, good)]);
    expect(record.status).toBe("SUCCESS");
  });
});
