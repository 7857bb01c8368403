// POST jobs/{tracking_id}/cancel: who may cancel, and how every operation shows the job afterwards.
import { describe, expect, it } from "vitest";
import type { JobStatus } from "../../../src/contract/responses/jobs.ts";
import { generate, newNamespace, newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { accepted, call, only, PATHS, pollJob, submit, tryStatus } from "../../support/requests.ts";

const MANY = Array.from({ length: 20_000 }, (_, i) => ({
  value: `p ${i}`,
  token_name: "Text Token",
}));

const cancel = (token: string, id: string) =>
  call<{ tracking_id: string; status: string }>("POST", `${PATHS.jobs}/${id}/cancel`, { token });

const read = (token: string, query: string) =>
  call<JobStatus & JobStatus[]>("GET", `${PATHS.jobs}${query}`, { token });

describe("a cancelled job", () => {
  it("is CANCELLED, and FAILED with the reason for callers of async-status", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: MANY });
    for (let times = 0; times < 2; times++) {
      expect(accepted(await cancel(token, id))).toEqual({ tracking_id: id, status: "CANCELLED" });
    }
    expect(accepted(await read(token, `/${id}`))).toMatchObject({
      status: "CANCELLED",
      error_code: "cancelled",
      error_msg: "The job was cancelled",
      estimated_completion_time: null,
      expires_at: null,
    });
    const record = only(accepted(await tryStatus(token, [id], { include_input: true })));
    expect(record).toMatchObject({
      status: "FAILED",
      error_code: "cancelled",
      error_msg: "The job was cancelled",
      error_item_index: null,
      input_payload: null,
      result: null,
    });
    expect(record.completed_time).not.toBeNull();
  });

  it("is listed as CANCELLED, not among those that FAILED", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: MANY });
    accepted(await cancel(token, id));
    const bad = await submit(token, "mask", { mask: [{}] });
    await pollJob(token, bad);
    const idsOf = async (status: string) =>
      accepted(await read(token, `?status=${status}`)).map((job) => job.tracking_id);
    expect(await idsOf("CANCELLED")).toEqual([id]);
    expect(await idsOf("FAILED")).toEqual([bad]);
  });
});

describe("a job may be cancelled", () => {
  async function people() {
    const { name, tokens } = await newNamespace({
      writer: ["mask"],
      other: ["mask"],
      reader: ["unmask"],
      admin: ["metadata_change"],
    });
    return { ...tokens, name, id: await submit(tokens.writer, "mask", { mask: MANY }) };
  }

  it.each(["writer", "admin"] as const)("by %s", async (who) => {
    const { id, ...tokens } = await people();
    expect(accepted(await cancel(tokens[who], id)).status).toBe("CANCELLED");
  });

  it("by another token of the user that submitted it, if it could have done so itself", async () => {
    const { name, id } = await people();
    const unmasking = (await generate(name, "writer", ["unmask"])).auth_key;
    expectRefusal(await cancel(unmasking, id), REFUSED.forbidden);
    const second = (await generate(name, "writer", ["mask"])).auth_key;
    expect(accepted(await cancel(second, id)).status).toBe("CANCELLED");
  });

  it("by nobody else, though they may read it", async () => {
    const { id, other, reader, writer } = await people();
    expectRefusal(await cancel(other, id), REFUSED.forbidden);
    expectRefusal(await cancel(reader, id), REFUSED.forbidden);
    expectRefusal(await cancel((await newVault()).token, id), REFUSED.trackingId);
    expect(accepted(await read(writer, `/${id}`)).status).not.toBe("CANCELLED");
    expectRefusal(await cancel(writer, "x"), REFUSED.trackingId);
  });
});
