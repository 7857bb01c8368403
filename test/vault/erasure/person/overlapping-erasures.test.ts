// Two erasures under way that cover the same mappings: what the newer one has made dead stays dead, whatever the older
// one deletes.
import { afterEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import {
  deletionEnded,
  expectDead,
  pushDeletions,
  stallAt,
} from "../../../support/vault/erasing.ts";
import {
  count,
  freshVault,
  maskValues,
  rows,
  unmaskTokens,
} from "../../../support/vault/fresh-vault.ts";
import { maskWith, requestErasure } from "../../../support/vault/person.ts";
import { copyOf, restore, withHold } from "../../../support/vault/restoring.ts";

afterEach(() => setFailpointHook(null));

it("a mask of no values is answered while an erasure by attribute is under way", async () => {
  const vault = await freshVault();
  await maskWith(vault, [["a note", { name: "Ann Lee" }]]);
  const stall = stallAt("delete.searched");
  await requestErasure(vault, { target: "attribute", key: "name", value: "Ann Lee" });
  await stall.reached();
  expect(await maskValues(vault, [])).toEqual([]);
  stall.release();
  await pushDeletions(vault);
});

describe("mappings that an erasure by attribute has made dead", () => {
  it.each([1, 900])(
    "stay dead when an older erasure takes %i pairs, the covered one too",
    async (n) => {
      const vault = await freshVault();
      const names = Object.fromEntries(
        Array.from({ length: n }, (_, i) => [`name ${i}`, "Ann Lee"]),
      );
      const [token = "", other = ""] = await maskWith(vault, [
        ["a note", names],
        ["another", { "name 0": "Bo", friend: "Ann Lee" }],
      ]);
      const stall = stallAt("delete.searched");
      const older = await requestErasure(vault, { target: "value", values: ["Ann Lee"] });
      await stall.reached();
      const query = { target: "attribute", key: "name 0", value: "Ann Lee" } as const;
      const newer = await requestErasure(vault, query);
      const copy = await copyOf(vault);
      await expectDead(vault, [token]);
      stall.release();
      const { matches } = await deletionEnded(vault, older.trackingId);
      await expectDead(vault, [token]);
      expect(await count(vault, "attribute")).toBe(1);
      const { matches: ofNewer } = await deletionEnded(vault, newer.trackingId);
      expect([matches?.pairs, ofNewer]).toEqual([n === 1 ? 2 : 401, { ...NO_MATCHES, exact: 1 }]);
      await restore(vault, withHold(copy));
      await expectDead(vault, [token]);
      await vault.calls.setHold(false);
      await pushDeletions(vault);
      expect(await unmaskTokens(vault, [token, other])).toEqual([null, "another"]);
      expect(await count(vault, "attribute")).toBe(1);
    },
  );

  it("stay dead in a copy that repeats an older erasure, while the newer one waits", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskWith(vault, [["a note", { name: "Ann Lee" }]]);
    const stall = stallAt("delete.searched");
    const older = await requestErasure(vault, { target: "value", values: ["Ann Lee"] });
    await stall.reached();
    await requestErasure(vault, { target: "attribute", key: "name", value: "Ann Lee" });
    await rows(vault, "UPDATE deletion SET due = 9e15 WHERE tracking_id <> ?", older.trackingId);
    const copy = await copyOf(vault);
    stall.release();
    await deletionEnded(vault, older.trackingId);
    await expectDead(vault, [token]);
    await restore(vault, withHold(copy));
    await expectDead(vault, [token]);
    await vault.calls.setHold(false);
    await pushDeletions(vault);
    expect([await count(vault, "mapping"), await count(vault, "attribute")]).toEqual([0, 0]);
  });
});
