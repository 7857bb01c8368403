// Jobs with a bad item: accepted, then FAILED with the synchronous message, and nothing masked.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { MARKER } from "../../support/refusals.ts";
import {
  accepted,
  call,
  only,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
} from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const TEXT = { value: MARKER, token_name: "Text Token" };

const BAD_MASK_ITEMS: readonly (readonly [string, unknown])[] = [
  ["a number", 5],
  ["null", null],
  ["an empty object", {}],
  ["an empty value", { ...TEXT, value: "" }],
  ["a value that is a number", { ...TEXT, value: 5 }],
  ["a lone surrogate", { ...TEXT, value: `${MARKER}\ud800` }],
  ["an empty token_name", { ...TEXT, token_name: "" }],
  ["an unknown token_name", { ...TEXT, token_name: "Tex Token" }],
  ["an empty format", { ...TEXT, format: "" }],
  ["an unknown format", { ...TEXT, format: "Shoe Size" }],
  ["a format without token_name", { value: MARKER, format: "URL" }],
  ["64 KiB of digits in token mode", { ...TEXT, value: "7".repeat(65_536) }],
  ["a text over 64 KiB", { value: MARKER.padEnd(65_537, " 7") }],
  ["attributes over 16 KiB", { ...TEXT, attributes: "x".repeat(16_384) }],
];

const BAD_UNMASK_ITEMS: readonly (readonly [string, unknown])[] = [
  ["a number", 5],
  ["no token_value", { value: MARKER }],
  ["an empty token_value", { token_value: "" }],
  ["a blank token_value", { token_value: " " }],
  ["a lone surrogate", { token_value: `${MARKER}\ud800` }],
  ["an unknown token", { token_value: MARKER }],
  ["an unknown tagged token", { token_value: `see <URL>${MARKER}</URL>` }],
];

/** Submit as a job and synchronously; both must say the same. */
async function expectSameFailure(
  kind: "mask" | "unmask",
  items: readonly unknown[],
): Promise<void> {
  const { token, nid } = await newVault();
  const path = kind === "mask" ? PATHS.mask : PATHS.unmask;
  const sync = await call("PUT", path, { token, body: { [kind]: items } });
  expect(sync.status).toBe(400);
  const id = await submit(token, kind, { [kind]: items });
  const record = await pollJob(token, id);
  const { message, code, item_index } = sync.error;
  expect(record).toMatchObject({
    status: "FAILED",
    result: null,
    error_msg: `${message} (item ${item_index})`,
    error_code: code,
    error_item_index: item_index,
  });
  expect(item_index).toBe(1);
  expect(record.error_msg).not.toContain(MARKER);
  const { mapping, shaped_token, attribute } = await countRows(nid);
  expect({ mapping, shaped_token, attribute }).toEqual({
    mapping: 0,
    shaped_token: 0,
    attribute: 0,
  });
}

describe("a mask job", () => {
  it.each(BAD_MASK_ITEMS)(
    "with %s ends FAILED as the synchronous operation says",
    async (_, item) => {
      await expectSameFailure("mask", [TEXT, item, {}]);
    },
  );

  it("with its only bad item at the very end masks none of the thousands before it", async () => {
    const { token, nid } = await newVault();
    const good = Array.from({ length: 3_000 }, (_, i) => ({
      value: `p ${i}`,
      token_name: "Text Token",
    }));
    const id = await submit(token, "mask", { mask: [...good, { value: "" }] });
    const record = await pollJob(token, id);
    expect([record.status, record.error_msg]).toEqual(["FAILED", "Missing value (item 3000)"]);
    expect((await countRows(nid)).mapping).toBe(0);
  });

  it("FAILED is answered 200 with success true, for the status call itself succeeded", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: [{}] });
    await pollJob(token, id);
    const answer = await tryStatus(token, [id]);
    expect([answer.status, answer.success, answer.error.message]).toEqual([200, true, ""]);
    const record = only(accepted(answer));
    expect(record.completed_time).not.toBeNull();
    expect(record.input_payload).toEqual({ mask: [{}] });
  });

  it("FAILED stays FAILED and does not stop the next one", async () => {
    const { token } = await newVault();
    const bad = await submit(token, "mask", { mask: [{}] });
    const good = await submit(token, "mask", { mask: [TEXT] });
    expect((await pollJob(token, good)).status).toBe("SUCCESS");
    expect((await pollJob(token, bad)).status).toBe("FAILED");
    expect((await pollJob(token, bad)).status).toBe("FAILED");
  });
});

describe("an unmask job", () => {
  it.each(BAD_UNMASK_ITEMS)(
    "with %s ends FAILED as the synchronous operation says",
    async (_, item) => {
      await expectSameFailure("unmask", [{ token_value: "two words" }, item]);
    },
  );

  it("of empty objects only says what the synchronous operation says", async () => {
    const { token } = await newVault();
    const body = { unmask: [{}, {}] };
    const sync = await call("PUT", PATHS.unmask, { token, body });
    expect(sync.error.message).toBe("Payload is empty");
    const answer = await call<{ tracking_id: string }[]>("PUT", PATHS.unmaskAsync, { token, body });
    // Either at once or in the job's record.
    const said =
      answer.status === 400
        ? answer.error.message
        : (await pollJob(token, only(accepted(answer)).tracking_id)).error_msg;
    expect(said).toMatch(/^Payload is empty/);
  });

  it("with one unknown token among good ones gives none of the values", async () => {
    const { token } = await newVault();
    const good = await tokenOf(token, MARKER, "Text Token");
    const items = Array.from({ length: 600 }, () => ({ token_value: good }));
    const id = await submit(token, "unmask", { unmask: [...items, { token_value: "unknown" }] });
    const record = await pollJob(token, id);
    expect(record.result).toBeNull();
    expect(record.error_msg).toBe("Unmasking of given token values failed. (item 600)");
    expect((await tryStatus(token, [id])).text).not.toContain(MARKER);
  });
});
