// PUT mask/async, unmask/async and async-status: from submission to result.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  type Item,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  tryStatus,
  unmask,
} from "../../support/requests.ts";

const TRACKING_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\d{14}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** One item of every mode. */
const FIVE: readonly Item[] = [
  { value: "George Williams", token_name: "Text Token" },
  { value: "(408)-426-9989", token_name: "Numeric Token", format: "Phone Number" },
  { value: "write to ada@example.org soon" },
  { value: "Main Street 12", token_name: "Special Token", attributes: { row: 3, note: "x" } },
  { value: "https://example.org/a?b=c", token_name: "Text token", format: "Url" },
];

function numbered(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => ({ value: `p ${i}`, token_name: "Text Token" }));
}

describe("a submission", () => {
  it.each(["mask", "unmask"] as const)(
    "of a %s job is answered with one PENDING record and no output",
    async (kind) => {
      const { token } = await newVault();
      const items = {
        mask: FIVE,
        unmask: [{ token_value: "two words" }, { token_value: "three more words" }],
      };
      const path = kind === "mask" ? PATHS.maskAsync : PATHS.unmaskAsync;
      const answer = await call<{ tracking_id: string }[]>("PUT", path, {
        token,
        body: { [kind]: items[kind] },
      });
      const id = only(accepted(answer)).tracking_id;
      expect(id).toMatch(TRACKING_ID);
      expect(JSON.parse(answer.text)).toEqual({
        data: [{ tracking_id: id, status: "PENDING" }],
        success: true,
        error: { message: "" },
      });
    },
  );

  it("can be polled at once and carries the second of its submission in its id", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: FIVE });
    const record = only(accepted(await tryStatus(token, [id])));
    expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(record.status);
    const digits = record.submitted_time?.replace(
      /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)$/,
      "$3$2$1$4$5$6",
    );
    expect(id.slice(36)).toBe(digits);
  });

  it("of the same payload twice makes two jobs with the same tokens", async () => {
    const { token } = await newVault();
    const ids = [
      await submit(token, "mask", { mask: FIVE }),
      await submit(token, "mask", { mask: FIVE }),
    ];
    expect(ids[0]).not.toBe(ids[1]);
    const [one, two] = [await pollJob(token, ids[0] ?? ""), await pollJob(token, ids[1] ?? "")];
    expect(one.result).toEqual(two.result);
  });
});

describe("a finished mask job", () => {
  it("gives exactly what the synchronous operation answers", async () => {
    const { token } = await newVault();
    const record = await pollJob(token, await submit(token, "mask", { mask: FIVE }));
    expect(record.status).toBe("SUCCESS");
    expect(record.result).toEqual(await mask(token, FIVE));
  });

  it("has a complete record", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: FIVE });
    const { result, ...record } = await pollJob(token, id);
    expect(result).toHaveLength(5);
    expect(record).toEqual({
      tracking_id: id,
      call_type: "mask",
      input_payload: { mask: FIVE },
      error_msg: null,
      submitted_time: expect.stringMatching(TIMESTAMP),
      process_start_time: expect.stringMatching(TIMESTAMP),
      completed_time: expect.stringMatching(TIMESTAMP),
      status: "SUCCESS",
      error_code: null,
      error_item_index: null,
      progress: { done: 5, total: 5 },
      expires_at: expect.stringMatching(TIMESTAMP),
    });
    const { submitted_time, process_start_time, completed_time } = record;
    const times = [submitted_time ?? "", process_start_time ?? "", completed_time ?? ""];
    expect(times.toSorted()).toEqual(times);
  });

  it("unmasks to its input", async () => {
    const { token } = await newVault();
    const record = await pollJob(token, await submit(token, "mask", { mask: FIVE }));
    const tokens = (record.result ?? []).map((item) => item.token_value);
    expect(await unmask(token, tokens)).toEqual(FIVE.map(({ value }) => value));
  });

  it("of thousands of items has every result in order and every token of its own", async () => {
    const { token } = await newVault();
    const record = await pollJob(token, await submit(token, "mask", { mask: numbered(5_000) }));
    expect(record.result?.map(({ value }) => value)).toEqual(
      numbered(5_000).map(({ value }) => value),
    );
    expect(new Set(record.result?.map((item) => item.token_value)).size).toBe(5_000);
    expect(record.progress).toEqual({ done: 5_000, total: 5_000 });
  });

  it("keeps its result for a second reading", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: FIVE });
    expect(await pollJob(token, id)).toEqual(await pollJob(token, id));
  });
});

describe("a finished unmask job", () => {
  it("gives exactly what the synchronous operation answers", async () => {
    const { token } = await newVault();
    const masked = await mask(token, FIVE);
    const items = masked.map((item, i) => ({
      token_value: item.token_value,
      attributes: { row: i },
    }));
    const id = await submit(token, "unmask", { unmask: items });
    const record = await pollJob(token, id);
    expect(record).toMatchObject({
      call_type: "unmask",
      status: "SUCCESS",
      input_payload: { unmask: items },
    });
    const answer = await call("PUT", PATHS.unmask, { token, body: { unmask: items } });
    expect(record.result).toEqual(answer.data);
    expect(record.result?.map(({ value }) => value)).toEqual(FIVE.map(({ value }) => value));
  });
});

describe("input_payload", () => {
  it("is sent for 100 items and null for 101", async () => {
    const { token } = await newVault();
    const small = await pollJob(token, await submit(token, "mask", { mask: numbered(100) }));
    expect(small.input_payload).toEqual({ mask: numbered(100) });
    const large = await pollJob(token, await submit(token, "mask", { mask: numbered(101) }));
    expect(large.input_payload).toBeNull();
    expect(large.result).toHaveLength(101);
  });

  it("of more than 100 items is sent when include_input asks for it", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(450), note: "kept" });
    await pollJob(token, id);
    const record = only(accepted(await tryStatus(token, [id], { include_input: true })));
    expect(record.input_payload).toEqual({ mask: numbered(450), note: "kept" });
    const without = only(accepted(await tryStatus(token, [id], { include_input: false })));
    expect(without.input_payload).toBeNull();
  });
});

describe("async-status with several ids", () => {
  it("answers in the order asked, repeated ids included", async () => {
    const { token } = await newVault();
    const ids: string[] = [];
    for (const value of ["a", "b", "c"]) {
      ids.push(await submit(token, "mask", { mask: [{ value, token_name: "Text Token" }] }));
    }
    for (const id of ids) await pollJob(token, id);
    const [a = "", b = "", c = ""] = ids;
    const asked = [c, a, c, b, a];
    const records = accepted(await tryStatus(token, asked));
    expect(records.map((record) => record.tracking_id)).toEqual(asked);
    expect(records.map((record) => record.result?.[0]?.value)).toEqual(["c", "a", "c", "b", "a"]);
  });

  it("gives an unknown id a FAILED record among known ones", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: FIVE });
    await pollJob(token, id);
    const [unknown, known] = accepted(await tryStatus(token, ["nobody's", id]));
    expect(known?.status).toBe("SUCCESS");
    expect(unknown).toEqual({
      tracking_id: "nobody's",
      call_type: null,
      error_msg: "Invalid tracking_id",
      submitted_time: null,
      process_start_time: null,
      completed_time: null,
      status: "FAILED",
      error_code: "tracking_id_unknown",
      error_item_index: null,
      progress: null,
      expires_at: null,
      input_payload: null,
      result: null,
    });
  });

  it("answers 404 when it knows none of them", async () => {
    const { token } = await newVault();
    expectRefusal(await tryStatus(token, ["one", "two"]), REFUSED.trackingId);
  });
});
