// PUT super-admin/erasure/replay: what is refused, and that no receipt is replayed before all are checked.
import { describe, expect, it } from "vitest";
import { type DeletionJob, erase, pollDeletion } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { accepted, call, MASTER_KEY, PATHS } from "../../support/requests.ts";

const replay = (data: unknown) =>
  call<{ receipts: { tracking_id: string; status: string }[] }>("PUT", PATHS.replay, {
    token: MASTER_KEY,
    body: { data },
  });

describe("a replay of receipts", () => {
  it.each([
    ["no list", {}, "invalid_field"],
    ["a list of nothing", { receipts: [] }, "empty_payload"],
    ["too many", { receipts: Array.from({ length: 1_001 }, () => "x") }, "too_many_items"],
    ["a number", { receipts: [1] }, "invalid_field"],
    ["an object without its receipt", { receipts: [{ replay: null }] }, "invalid_field"],
    ["parts that are no lists", { receipts: [{ receipt: "x", replay: 1 }] }, "invalid_field"],
    ["no receipt", { receipts: ["x"] }, "receipt_invalid"],
    ["a JWT", { receipts: ["eyJhbGciOiJub25lIn0.e30."] }, "receipt_invalid"],
  ])("refuses %s", async (_, data, code) => {
    const answer = await replay(data);
    expect(answer.success).toBe(false);
    expect(answer.error.code).toBe(code);
  });

  it("knows a receipt of an erasure that is in the ledger", async () => {
    const { tokens } = await newNamespace({ admin: ["metadata_change"] });
    const record = await erase(tokens.admin);
    const answer = await replay({ receipts: [record.receipt, { receipt: record.receipt }] });
    const known = { tracking_id: record.tracking_id, status: "known" };
    expect(answer.data).toEqual({ receipts: [known, known] });
  });

  it("refuses parts that are not those the receipt speaks of", async () => {
    const { tokens } = await newNamespace({ admin: ["metadata_change"] });
    const body = { data: { values: ["Ann"] } };
    const asked = await call<DeletionJob>("PUT", PATHS.byValue, { token: tokens.admin, body });
    const { tracking_id, receipt } = await pollDeletion(tokens.admin, accepted(asked).tracking_id);
    const query = new URLSearchParams({ tracking_id, include_replay: "true" });
    const path = `${PATHS.jobStatus}?${query}`;
    const record = await call<{ replay: Parts }>("GET", path, { token: tokens.admin });
    const parts = accepted(record).replay;
    const [search = ""] = parts.search;
    const other = `${search.startsWith("AAAA") ? "BBBB" : "AAAA"}${search.slice(4)}`;
    const altered = await replay({
      receipts: [{ receipt, replay: { ...parts, search: [other] } }],
    });
    expect(altered.error).toMatchObject({ code: "replay_parts_missing", item_index: 0 });
    const answer = await replay({ receipts: [{ receipt, replay: parts }] });
    expect(answer.data).toEqual({ receipts: [{ tracking_id, status: "known" }] });
  });
});

/** What a job's status gives for a replay. */
interface Parts {
  readonly search: readonly string[];
  readonly found: readonly string[];
}
