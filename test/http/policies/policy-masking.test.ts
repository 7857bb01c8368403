// Masking and unmasking under a policy, in synchronous requests and in jobs.

import { describe, expect, it } from "vitest";
import { RECOGNIZERS } from "../../../src/detect/recognizer-list.ts";
import type { MaskedItem } from "../../../src/masking/item.ts";
import { bothWays, change, move, newPolicyVault, UNDER_P } from "../../support/policies.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  tryStatus,
  tryUnmask,
  unmask,
} from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const EMAIL = "ada@example.com";
const TEXT = `Write to ${EMAIL} or see https://example.com/a, from 10.1.2.3`;
const ANONYMIZED = /^⟦[0-9A-Za-z]{12}⟧$/;
const anonymized = { status: 403, code: "anonymized" } as const;
const message = "The value was anonymized and cannot be restored";

async function maskUnderP(token: string, value: string, options: object = {}): Promise<MaskedItem> {
  return only(await mask(token, [{ value }], { ...UNDER_P, ...options }));
}
const typesOf = (item: MaskedItem | undefined) =>
  (item?.individual_tokens ?? []).map(({ pii_type }) => pii_type);

describe("a policy's actions", () => {
  it("decide what is masked, from the answer of the change on", async () => {
    const { token } = await newPolicyVault();
    expect(typesOf(await maskUnderP(token, TEXT))).toEqual(["EMAIL_ADDRESS", "URL", "IP_ADDRESS"]);
    await move(token, { excluded_entities: ["URL"] });
    const item = await maskUnderP(token, TEXT);
    expect(typesOf(item)).toEqual(["EMAIL_ADDRESS", "IP_ADDRESS"]);
    expect(item.token_value).toContain("https://example.com/a");
    expect(typesOf(only(await mask(token, [{ value: TEXT }])))).toHaveLength(3);
    await move(token, { pseudonymizable_entities: ["URL"] });
    expect(typesOf(await maskUnderP(token, TEXT))).toHaveLength(3);
    expect(await unmask(token, [item.token_value])).toEqual([TEXT]);
  });

  it("give each policy tokens of its own, the same every time and in every mode", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.createPolicy, { policy_name: "Q" });
    const item = { value: EMAIL, token_name: "Text Token", format: "Email Address" };
    const found: string[] = [];
    for (const policy_name of [null, "", "P", "Q", "P"]) {
      const [whole] = await mask(token, [item], { policy_name });
      const [detected] = await mask(token, [{ value: EMAIL }], { policy_name });
      expect(detected?.individual_tokens?.[0]?.token).toBe(whole?.token_value);
      found.push(whole?.token_value ?? "");
    }
    expect([found[1], found[4]]).toEqual([found[0], found[2]]);
    expect(new Set(found).size).toBe(3);
    const [, back] = [await change(token, PATHS.deletePolicy, {}), await unmask(token, found)];
    expect(back).toEqual(found.map(() => EMAIL));
  });

  it("are those of the policy as it was when a job was accepted", async () => {
    const { token } = await newPolicyVault();
    const id = await submit(token, "mask", { mask: [{ value: TEXT }], ...UNDER_P });
    await move(token, { excluded_entities: ["URL"] });
    await change(token, PATHS.deletePolicy, {});
    const record = await pollJob(token, id);
    expect(typesOf(record.result?.[0])).toEqual(["EMAIL_ADDRESS", "URL", "IP_ADDRESS"]);
    expect(record.input_payload).toEqual({ policy_name: "P", mask: [{ value: TEXT }] });
  });
});

describe("an anonymized entity", () => {
  it("has a placeholder in its place and no mapping, at once and in a job", async () => {
    const { nid, token } = await newPolicyVault();
    await move(token, { anonymizable_entities: ["EMAIL_ADDRESS"] });
    const body = { mask: [{ value: `${EMAIL}, ${EMAIL}` }, { value: EMAIL }], ...UNDER_P };
    const placeholders = new Set<string>();
    for (const items of await bothWays(token, body)) {
      const tokens = items.flatMap((item) => item.individual_tokens ?? []);
      expect(tokens).toHaveLength(3);
      const own = new Set(tokens.map((one) => one.token));
      expect(own.size).toBe(1);
      for (const one of own) placeholders.add(one);
      expect(tokens[0]).toMatchObject({ value: EMAIL, prefix: "<EMAIL>", suffix: "</EMAIL>" });
    }
    expect(placeholders.size).toBe(2);
    for (const one of placeholders) expect(one).toMatch(ANONYMIZED);
    expect((await countRows(nid)).mapping).toBe(0);
  });

  it("passes through unmask inside text, and answers 403 as a whole", async () => {
    const { token } = await newPolicyVault();
    await move(token, { anonymizable_entities: ["EMAIL_ADDRESS"] });
    const [text, alone] = await mask(token, [{ value: TEXT }, { value: EMAIL }], UNDER_P);
    const wrapped = alone?.token_value ?? "";
    const untagged = wrapped.replace(/<\/?EMAIL>/g, "");
    const [back] = await unmask(token, [text?.token_value ?? ""]);
    expect(back).toBe(TEXT.replace(EMAIL, wrapped));
    for (const whole of [wrapped, untagged]) {
      const answer = await tryUnmask(token, ["two words", whole]);
      expectRefusal(answer, { ...anonymized, message, index: 1 });
      const body = { unmask: [{ token_value: whole }], partial: true };
      const partial = await call<object[]>("PUT", PATHS.unmask, { token, body });
      expect(partial.data).toEqual([{ token_value: whole, value: whole, unresolved: [whole] }]);
      const job = await submit(token, "unmask", { unmask: [{ token_value: whole }], ...UNDER_P });
      const record = await pollJob(token, job);
      expect([record.status, record.error_code, record.error_item_index]).toEqual([
        "FAILED",
        "anonymized",
        0,
      ]);
    }
    const document = { a: wrapped, b: [untagged, text?.token_value] };
    const body = { unmask: [{ token_value: document }], json: true };
    const { data } = await call<{ value: object }[]>("PUT", PATHS.unmask, { token, body });
    expect(only(data).value).toEqual({ a: wrapped, b: [untagged, back] });
  });
});

describe("a policy's wrappers", () => {
  const metadata = [
    { entity_name: "EMAIL_ADDRESS", format_prefix: "{Mail ", format_suffix: "}" },
    { entity_name: "URL", format_prefix: "<Link>", format_suffix: "</Link>" },
  ];

  it("stand around tokens, and are known to unmask for ever", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.wrappers, { metadata });
    const items = await bothWays(token, { mask: [{ value: TEXT }], ...UNDER_P });
    for (const [item] of items) {
      expect(item?.token_value).toMatch(
        /^Write to \{Mail .*\} or see <Link>.*<\/Link>, from <IPA>/,
      );
    }
    const text = items[0]?.[0]?.token_value ?? "";
    await change(token, PATHS.deletePolicy, {});
    expect(await unmask(token, [text, text.replaceAll("Link", "link")])).toEqual([TEXT, TEXT]);
    const body = { unmask: [{ token_value: text }], strict: true };
    const { data } = await call<{ value: string }[]>("PUT", PATHS.unmask, { token, body });
    expect(only(data).value).toBe(TEXT);
  });

  it("may stand around a token whose holder is erased by it", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.wrappers, { metadata });
    const [item] = await mask(token, [{ value: EMAIL }], UNDER_P);
    const wrapped = item?.token_value ?? "";
    const body = { data: { tokens: [wrapped] } };
    accepted(await call("PUT", PATHS.byToken, { token, body }));
    expectRefusal(await tryUnmask(token, [wrapped]), { ...REFUSED.unmaskFailed, index: 0 });
  });

  it("are hidden where a text brings them along", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.wrappers, { metadata });
    const name = only(await mask(token, [{ value: "Jane", token_name: "Person Token" }]));
    const planted = `{Mail ${name.token_value}} and <link>${name.token_value}</link> } {Mail `;
    // Also without the policy: unmask knows them whatever it is given.
    for (const options of [{}, UNDER_P]) {
      const [item] = await mask(token, [{ value: planted }], options);
      expect(await unmask(token, [item?.token_value ?? ""])).toEqual([planted]);
    }
  });
});

describe("a defect in a recognizer", () => {
  it("fails the whole request with 500, and holds up a job", async () => {
    const { nid, token } = await newPolicyVault();
    const [first] = RECOGNIZERS;
    if (first === undefined) throw new Error("no recognizer");
    const { scan } = first;
    const broken = { value: "text with a defect" };
    Object.assign(first, {
      scan: (text: string) => {
        if (text.includes("a defect")) throw new Error(text);
        return scan(text);
      },
    });
    try {
      const items = [{ value: EMAIL }, broken];
      const internal = { status: 500, code: "internal", message: "Internal failure" };
      for (const options of [{}, UNDER_P]) {
        const body = { mask: items, ...options };
        expectRefusal(await call("PUT", PATHS.mask, { token, body }), internal);
      }
      const detect = { detect: items };
      expectRefusal(await call("PUT", PATHS.detect, { token, body: detect }), internal);
      const id = await submit(token, "mask", { mask: items });
      for (let poll = 0; poll < 5; poll++) {
        const [job] = accepted(await tryStatus(token, [id]));
        expect([job?.result, job?.status === "SUCCESS"]).toEqual([null, false]);
        await scheduler.wait(5);
      }
      expect((await countRows(nid)).mapping).toBe(0);
    } finally {
      Object.assign(first, { scan });
    }
  });
});

it("a policy that does not exist is none to unmask with", async () => {
  const { token } = await newPolicyVault();
  const body = { unmask: [{ token_value: "two words" }], policy_name: "Q" };
  expectRefusal(await call("PUT", PATHS.unmask, { token, body }), REFUSED.policy);
});

describe("masked text that unmask would not take", () => {
  it("is refused at once and ends a job FAILED", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.customEntity, { entity_name: "DIGIT", pattern: "[0-9]" });
    const long = { format_prefix: "\u{1F98A}".repeat(64), format_suffix: "\u{1F43B}".repeat(64) };
    const metadata = [{ entity_name: "DIGIT", ...long }];
    await change(token, PATHS.wrappers, { metadata });
    const body = { policy_name: "P", mask: [{ value: "fine" }, { value: "7 ".repeat(1_600) }] };
    const refusal = {
      status: 413,
      code: "masked_too_long",
      message: "The masked text exceeds the 786432 bytes that unmask takes; mask it in parts",
      index: 1,
    };
    expectRefusal(await call("PUT", PATHS.mask, { token, body }), refusal);
    const record = await pollJob(token, await submit(token, "mask", body));
    expect([record.status, record.error_code, record.error_item_index]).toEqual([
      "FAILED",
      "masked_too_long",
      1,
    ]);
    const half = { ...body, mask: [{ value: "7 ".repeat(800) }] };
    const [item] = accepted(
      await call<{ token_value: string }[]>("PUT", PATHS.mask, { token, body: half }),
    );
    const unmasked = { unmask: [{ token_value: item?.token_value }] };
    expect((await call("PUT", PATHS.unmask, { token, body: unmasked })).status).toBe(200);
  });
});
