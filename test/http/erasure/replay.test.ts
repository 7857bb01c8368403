// PUT super-admin/erasure/replay: what is refused, and that nothing is taken before all is checked.
import { describe, expect, it } from "vitest";
import { erase } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { call, MASTER_KEY, PATHS } from "../../support/requests.ts";

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
});
