// Jobs that continue after bad items (`on_error`), and pass empty values on (`empty`).
import { describe, expect, it } from "vitest";
import { MAX_TOKEN_VALUE_BYTES } from "../../../src/core/limits.ts";
import { newVault } from "../../support/namespaces.ts";
import { change, newPolicyVault } from "../../support/policies.ts";
import { expectRefusal, MARKER } from "../../support/refusals.ts";
import {
  accepted,
  call,
  mask,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
  unmask,
  type WholeRecord,
} from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const GO_ON = { on_error: "continue" };
const PASS = { empty: "pass" };

const text = (value: string) => ({ value, token_name: "Text Token" });

async function ran(
  token: string,
  kind: "mask" | "unmask",
  items: readonly unknown[],
  options: object,
): Promise<WholeRecord> {
  return pollJob(token, await submit(token, kind, { [kind]: items, ...options }));
}

/** The error in each place, null where there is an answer. */
const errorsOf = (record: WholeRecord) =>
  (record.result ?? []).map((item) => ("error" in item ? item.error : null));

describe("a mask job with on_error continue", () => {
  it("has an error in the place of each bad item, as a request with it alone has, and masks the rest", async () => {
    const { token } = await newVault();
    const bad: unknown[] = [
      ...[{}, null, 5, [], "text", { value: "" }, { value: 7 }],
      ...[
        { value: MARKER, token_name: "Nope" },
        { value: MARKER, format: "URL" },
      ],
      ...[
        { value: MARKER, token: "Text Token" },
        { value: MARKER, numbers: ["a"] },
      ],
      ...[
        text("x".repeat(5_000)),
        { value: { a: 1 } },
        { ...text(MARKER), attributes: "x".repeat(20_000) },
      ],
    ];
    const items = bad.flatMap((item, i) => [text(`good ${i}`), item]);
    const record = await ran(token, "mask", items, GO_ON);
    expect([record.status, record.progress]).toEqual([
      "SUCCESS",
      { done: items.length, total: items.length },
    ]);
    const expected: unknown[] = [];
    for (const [i, item] of bad.entries()) {
      const alone = await call("PUT", PATHS.mask, { token, body: { mask: [item] } });
      expect(alone.status).toBeGreaterThanOrEqual(400);
      const { message, code } = alone.error;
      const told = message.replace(/; allowed: .*/, "");
      expected.push(null, { message: told, code, item_index: 2 * i + 1 });
    }
    expect(errorsOf(record)).toEqual(expected);
    const good = (record.result ?? []).filter((_, i) => i % 2 === 0);
    expect(good).toEqual(
      await mask(
        token,
        bad.map((_, i) => text(`good ${i}`)),
      ),
    );
    expect(JSON.stringify(errorsOf(record))).not.toContain(MARKER);
  });

  it("finds what is bad only when it is masked, in any chunk", async () => {
    const { token } = await newVault();
    const tagged = (await mask(token, [{ value: "Mail ada@example.com" }]))[0]?.token_value ?? "";
    const named = { value: { [tagged]: "x" }, json: true };
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`a${i}`, i]));
    const wide = {
      value: Array.from({ length: 30 }, (_, i) => `v${i}`),
      json: true,
      token_name: "Text Token",
      attributes: many,
    };
    const items: unknown[] = Array.from({ length: 1_500 }, (_, i) => text(`good ${i}`));
    items[3] = named;
    items[700] = wide;
    items[1_499] = named;
    const record = await ran(token, "mask", items, GO_ON);
    expect(record.status).toBe("SUCCESS");
    const found = errorsOf(record).flatMap((error) => (error === null ? [] : [error]));
    expect(found).toMatchObject([
      { code: "token_in_name", item_index: 3 },
      { code: "too_many_attributes", item_index: 700 },
      { code: "token_in_name", item_index: 1_499 },
    ]);
    const back = (record.result ?? []).filter((item) => !("error" in item));
    expect(back).toHaveLength(1_497);
    const some = back.slice(0, 500);
    expect(
      await unmask(
        token,
        some.map((item) => item.token_value),
      ),
    ).toEqual(some.map((item) => item.value));
  });

  it("says of an item whose masked text is too long for unmask that it is", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.wrappers, {
      metadata: [
        {
          entity_name: "EMAIL_ADDRESS",
          format_prefix: "\u{1F98A}".repeat(64),
          format_suffix: "\u{1F43B}".repeat(64),
        },
      ],
    });
    const long = { value: "a@b.co ".repeat(1_500) };
    const items = [{ value: "one a@b.co" }, long, { value: "none" }];
    const record = await ran(token, "mask", items, { ...GO_ON, policy_name: "P" });
    expect(errorsOf(record)).toMatchObject([
      null,
      { code: "masked_too_long", item_index: 1 },
      null,
    ]);
    expect(JSON.stringify(record.result).length).toBeLessThan(MAX_TOKEN_VALUE_BYTES);
  });

  it("of bad items alone ends SUCCESS, with an error for each and nothing masked", async () => {
    const { token, nid } = await newVault();
    const record = await ran(
      token,
      "mask",
      Array.from({ length: 1_200 }, () => ({})),
      GO_ON,
    );
    expect(record.status).toBe("SUCCESS");
    const indexes = errorsOf(record).map((error) => (error as { item_index: number }).item_index);
    expect(indexes).toEqual(Array.from({ length: 1_200 }, (_, i) => i));
    expect((await countRows(nid)).mapping).toBe(0);
  });

  it("shows what was submitted as it was", async () => {
    const { token } = await newVault();
    const sent = { mask: [{}, text("Ada"), { value: 5 }], ...GO_ON };
    const record = await pollJob(token, await submit(token, "mask", sent));
    expect(record.input_payload).toEqual(sent);
  });

  it("ends FAILED at the first bad item where it is not said, or said otherwise", async () => {
    const { token } = await newVault();
    for (const options of [{}, { on_error: "fail" }]) {
      const record = await ran(token, "mask", [text("Ada"), {}, {}], options);
      expect(record).toMatchObject({ status: "FAILED", error_item_index: 1, result: null });
    }
  });
});

describe("an unmask job with on_error continue", () => {
  it("gives the values of tokens that stand for one, and an error in the place of others", async () => {
    const { token } = await newVault();
    const ada = await tokenOf(token, "Ada Lane", "Text Token");
    const items: unknown[] = Array.from({ length: 450 }, () => ({ token_value: ada }));
    items[1] = { token_value: "unknown" };
    items[2] = {};
    items[449] = { token_value: `see <URL>${MARKER}</URL>` };
    const record = await ran(token, "unmask", items, GO_ON);
    expect(record.status).toBe("SUCCESS");
    const found = errorsOf(record).flatMap((error) => (error === null ? [] : [error]));
    expect(found).toEqual([
      { code: "unmask_failed", item_index: 1, message: "Unmasking of given token values failed." },
      { code: "missing_token_value_field", item_index: 2, message: "Missing token value field" },
      {
        code: "unmask_failed",
        item_index: 449,
        message: "Unmasking of given token values failed.",
      },
    ]);
    const values = (record.result ?? []).flatMap((item) => ("error" in item ? [] : [item.value]));
    expect(values).toEqual(Array.from({ length: 447 }, () => "Ada Lane"));
  });
});

describe("an empty value", () => {
  it("comes back empty from a job with empty pass, in every mode, and is no mapping", async () => {
    const { token, nid } = await newVault();
    const numeric = { value: "", token_name: "Numeric Token", format: "Credit Card" };
    const items = [text("Ada"), { value: "", attributes: { row: 1 } }, text(""), numeric];
    const record = await ran(token, "mask", items, PASS);
    expect(record.status).toBe("SUCCESS");
    expect(record.result?.slice(1)).toEqual([
      { value: "", attributes: { row: 1 }, token_value: "", individual_tokens: [] },
      { ...text(""), token_value: "" },
      { ...numeric, token_value: "" },
    ]);
    expect((await countRows(nid)).mapping).toBe(1);
    const tokens = (record.result ?? []).map(({ token_value }) => ({ token_value }));
    const back = await ran(token, "unmask", tokens, PASS);
    expect(back.result?.map((item) => item.value)).toEqual(["Ada", "", "", ""]);
    const partial = await ran(token, "unmask", tokens, { ...PASS, partial: true });
    expect(partial.result?.[1]).toEqual({ value: "", token_value: "", unresolved: [] });
  });

  it("does not hide what else is wrong with its item, whose place stays right", async () => {
    const { token } = await newVault();
    const items = [text(""), text("Ada"), { value: "", token_name: "Nope" }];
    const record = await ran(token, "mask", items, PASS);
    expect(record).toMatchObject({ error_code: "unknown_token_name", error_item_index: 2 });
    const back = await ran(
      token,
      "unmask",
      [{ token_value: "" }, { token_value: "unknown" }],
      PASS,
    );
    expect(back).toMatchObject({ error_code: "unmask_failed", error_item_index: 1 });
  });

  it("is bad where it is not said, among others that are not", async () => {
    const { token } = await newVault();
    const record = await ran(token, "mask", [text("Ada"), text(""), text("Bob")], GO_ON);
    expect(errorsOf(record)).toMatchObject([null, { code: "missing_value", item_index: 1 }, null]);
    const both = await ran(token, "mask", [{}, text(""), text("Bob")], { ...GO_ON, ...PASS });
    expect(errorsOf(both)).toMatchObject([{ code: "missing_value", item_index: 0 }, null, null]);
  });
});

describe("on_error and empty", () => {
  it.each([
    [{ on_error: "skip" }, "Invalid on_error; allowed: fail, continue"],
    [{ on_error: true }, "Invalid on_error; allowed: fail, continue"],
    [{ empty: "yes" }, "Invalid empty; allowed: fail, pass"],
    [{ on_eror: "continue" }, "Invalid on_eror; allowed: on_error"],
  ])("refuse %o", async (options, message) => {
    const { token } = await newVault();
    const body = { mask: [text("Ada")], ...options };
    const { status, error } = await call("PUT", PATHS.maskAsync, { token, body });
    expect([status, error.code, error.message]).toEqual([400, "invalid_field", message]);
  });

  it.each([GO_ON, PASS])("are refused in a synchronous request (%o)", async (options) => {
    const { token } = await newVault();
    const masked = await call("PUT", PATHS.mask, {
      token,
      body: { mask: [text("A")], ...options },
    });
    expectRefusal(masked, {
      status: 400,
      code: "invalid_field",
      message: `Invalid ${Object.keys(options)[0]}`,
    });
    const unmasked = { unmask: [{ token_value: "two words" }], ...options };
    expect((await call("PUT", PATHS.unmask, { token, body: unmasked })).status).toBe(400);
  });

  it("are no texts that an erasure of a person looks through", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: [text("Ada"), {}], ...GO_ON, ...PASS });
    expect((await pollJob(token, id)).status).toBe("SUCCESS");
    expect(accepted(await tryStatus(token, [id]))[0]?.input_payload).toMatchObject(GO_ON);
  });
});
