// `wait` on async-status and GET jobs/{tracking_id}: the answer comes when the jobs end, or when the time is over.
import { afterEach, describe, expect, it } from "vitest";
import type { JobStatus } from "../../../src/contract/responses/jobs.ts";
import { MAX_WAITING_OF_TOKEN } from "../../../src/core/limits.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { deactivate, newNamespace, newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  only,
  PATHS,
  submit,
  tokenOf,
  type WholeRecord,
} from "../../support/requests.ts";

afterEach(() => setFailpointHook(null));

const ITEM = { value: "Ada Lane", token_name: "Text Token" };

const read = (token: string, id: string, wait: number | string) =>
  call<JobStatus>("GET", `${PATHS.jobs}/${id}?wait=${wait}`, { token });

const status = (token: string, ids: readonly string[], wait: number | string) =>
  call<WholeRecord[]>("PUT", `${PATHS.status}?wait=${wait}`, {
    token,
    body: { status: ids.map((tracking_id) => ({ tracking_id })) },
  });

/** Keep slices of jobs from ending until it is said. */
function holdSlices(): () => void {
  let isHeld = true;
  setFailpointHook(async (point) => {
    if (point !== "job.planned") return;
    while (isHeld) await scheduler.wait(5);
  });
  return () => {
    isHeld = false;
  };
}

describe("a request that waits", () => {
  it.each(["GET jobs", "async-status"])(
    "on %s is answered with the end of the job",
    async (name) => {
      const { token } = await newVault();
      const letGo = holdSlices();
      const id = await submit(token, "mask", { mask: [ITEM] });
      let isAnswered = false;
      const waited = (
        name === "GET jobs"
          ? read(token, id, 30).then((answer) => accepted(answer))
          : status(token, [id], 30).then((answer) => only(accepted(answer)))
      ).finally(() => {
        isAnswered = true;
      });
      await scheduler.wait(300);
      expect(isAnswered).toBe(false);
      // Others are served meanwhile.
      await tokenOf(token, "Bob", "Text Token");
      letGo();
      expect(await waited).toMatchObject({ status: "SUCCESS", progress: { done: 1, total: 1 } });
    },
  );

  it("for several jobs is answered when all have ended", async () => {
    const { token } = await newVault();
    const first = await submit(token, "mask", { mask: [{}] });
    const letGo = holdSlices();
    const second = await submit(token, "mask", { mask: [ITEM] });
    const waited = status(token, [first, second, "unknown"], 30);
    await scheduler.wait(200);
    letGo();
    const states = accepted(await waited).map((record) => record.status);
    expect(states).toEqual(["FAILED", "SUCCESS", "FAILED"]);
  });

  it("is answered when the job is cancelled", async () => {
    const { token } = await newVault();
    const letGo = holdSlices();
    const id = await submit(token, "mask", { mask: [ITEM] });
    const waited = read(token, id, 30);
    await scheduler.wait(200);
    accepted(await call("POST", `${PATHS.jobs}/${id}/cancel`, { token }));
    expect(accepted(await waited).status).toBe("CANCELLED");
    letGo();
  });

  it("is answered with what there is when the time is over, and at once without wait", async () => {
    const { token } = await newVault();
    const letGo = holdSlices();
    const id = await submit(token, "mask", { mask: [ITEM] });
    const began = Date.now();
    expect(["PENDING", "IN-PROGRESS"]).toContain(accepted(await read(token, id, 1)).status);
    expect(Date.now() - began).toBeGreaterThanOrEqual(900);
    expect(Date.now() - began).toBeLessThan(10_000);
    const patient = read(token, id, 30).then(() => "patient");
    expect(await Promise.race([patient, read(token, id, 0)])).not.toBe("patient");
    letGo();
    await patient;
  });

  it("of many of one token is answered at once, beyond so many", async () => {
    const { tokens } = await newNamespace({ app: ["mask", "unmask"], other: ["mask", "unmask"] });
    const letGo = holdSlices();
    const id = await submit(tokens.app, "mask", { mask: [ITEM] });
    const waited = Array.from({ length: MAX_WAITING_OF_TOKEN }, () => read(tokens.app, id, 30));
    await scheduler.wait(500);
    const state = accepted(await read(tokens.app, id, 30)).status;
    expect(["PENDING", "IN-PROGRESS"]).toContain(state);
    const other = read(tokens.other, id, 30);
    await scheduler.wait(100);
    letGo();
    for (const answer of await Promise.all([...waited, other])) {
      expect(accepted(answer).status).toBe("SUCCESS");
    }
    // Places are free again.
    expect(accepted(await read(tokens.app, id, 30)).status).toBe("SUCCESS");
  });

  it("gets nothing for a token that was revoked meanwhile", async () => {
    const { tokens } = await newNamespace({ app: ["mask"] });
    const letGo = holdSlices();
    const id = await submit(tokens.app, "mask", { mask: [ITEM] });
    const waited = read(tokens.app, id, 30);
    await scheduler.wait(100);
    await deactivate(tokens.app);
    letGo();
    expectRefusal(await waited, REFUSED.unauthenticated);
  });

  it.each(["31", "-1", "x", "1.5", "", "%20", "0x1", "1&wait=2"])(
    "for %j seconds is refused",
    async (wait) => {
      const { token } = await newVault();
      for (const answer of [await read(token, "x", wait), await status(token, ["x"], wait)]) {
        const { code, message } = answer.error;
        expect([answer.status, code, message]).toEqual([400, "invalid_field", "Invalid wait"]);
      }
    },
  );

  it("for a job that it may not read, or that is unknown, is refused at once", async () => {
    const { tokens } = await newNamespace({ app: ["mask"], other: ["mask"] });
    const letGo = holdSlices();
    const id = await submit(tokens.app, "mask", { mask: [ITEM] });
    expectRefusal(await read(tokens.other, id, 30), REFUSED.forbidden);
    expectRefusal(await read(tokens.other, "x", 30), REFUSED.trackingId);
    letGo();
  });
});
