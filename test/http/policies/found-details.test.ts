// What is told of what was found: how, where and in which language; while masking, in a job, and without masking.

import { describe, expect, it } from "vitest";
import type { DetectedItem } from "../../../src/contract/responses/mask.ts";
import type { MaskedItem } from "../../../src/masking/item.ts";
import { bothWays, change, move, newPolicyVault, UNDER_P } from "../../support/policies.ts";
import { call, mask, only, PATHS } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const EMAIL = "ada@example.com";
const TEXT = `Write to ${EMAIL} or see https://example.com/a, from 10.1.2.3`;

describe("explain and offsets", () => {
  const value = `😀👨‍👩‍👧 e\u0301 𝒳 ${EMAIL}`;

  it("tell how a value was found, only where asked for, at once and in a job", async () => {
    const { token } = await newPolicyVault();
    for (const [item] of await bothWays(token, { mask: [{ value }], explain: true } as never)) {
      expect(item?.individual_tokens?.[0]).toMatchObject({
        pii_type: "EMAIL_ADDRESS",
        recognizer: expect.stringMatching(/./),
        score: expect.any(Number),
        reason: expect.stringMatching(/./),
      });
    }
    const plain = only(await mask(token, [{ value }]));
    expect(Object.keys(plain.individual_tokens?.[0] ?? {})).not.toContain("reason");
  });

  it("name the language of what the tagger has found, and of nothing else", async () => {
    const { token } = await newPolicyVault();
    const text = `Gestern hat Herr Jürgen Schröder bei uns angerufen: ${EMAIL}.`;
    /** Recognizers and languages of what is found, at once, in a job and in detection. */
    const told = async (options: object) => {
      const body = { detect: [{ value: text }], ...options };
      const { data } = await call<DetectedItem[]>("PUT", PATHS.detect, { token, body });
      const explained = { mask: [{ value: text }], ...options, explain: true };
      const masked = (await bothWays(token, explained)).flat();
      const found = [only(data).entities, ...masked.map((item) => item.individual_tokens ?? [])];
      return found.map((all) => all.map((one) => `${one.recognizer}: ${one.language}`));
    };
    const german = ["tagger: de", "email-address: undefined"];
    expect(await told(UNDER_P)).toEqual([german, german, german]);
    await change(token, PATHS.policyDetection, { languages: ["en"] });
    const english = (await told(UNDER_P)).flat();
    expect(english).toContain("email-address: undefined");
    expect(english).not.toContain("tagger: de");
    expect(await told({})).toEqual([german, german, german]);
    await change(token, PATHS.policyDetection, { languages: ["en", "de"] });
    expect(await told(UNDER_P)).toEqual([german, german, german]);
  });

  it.each([
    ["code_points", [...value]],
    ["utf16", value.split("")],
  ])("count positions in %s, at once, in a job and in detection", async (offsets, units) => {
    const { token } = await newPolicyVault();
    const start = units.length - EMAIL.length;
    const place = { start_pos: start, end_pos: units.length };
    for (const [item] of await bothWays(token, { mask: [{ value }], offsets } as never)) {
      expect(item?.individual_tokens?.[0]).toMatchObject(place);
    }
    const body = { detect: [{ value }], offsets };
    const { data } = await call<{ entities: object[] }[]>("PUT", PATHS.detect, { token, body });
    expect(only(data).entities).toMatchObject([place]);
    const json = { mask: [{ value: { a: value } }], json: true, offsets };
    const document = await call<MaskedItem[]>("PUT", PATHS.mask, { token, body: json });
    expect(only(document.data).individual_tokens?.[0]).toMatchObject(place);
  });
});

describe("detection without masking", () => {
  it("gives what masking would replace, and stores nothing", async () => {
    const { nid, token } = await newPolicyVault();
    await move(token, { excluded_entities: ["URL"], anonymizable_entities: ["IP_ADDRESS"] });
    const body = { detect: [{ value: TEXT }, { value: "nothing" }], ...UNDER_P };
    const { data } = await call<object[]>("PUT", PATHS.detect, { token, body });
    const found = { score: expect.any(Number), recognizer: expect.any(String) };
    expect(data).toEqual([
      {
        value: TEXT,
        entities: [
          {
            ...found,
            value: EMAIL,
            pii_type: "EMAIL_ADDRESS",
            start_pos: 9,
            end_pos: 24,
            reason: expect.any(String),
          },
          expect.objectContaining({ value: "10.1.2.3", pii_type: "IP_ADDRESS" }),
        ],
      },
      { value: "nothing", entities: [] },
    ]);
    expect((await countRows(nid)).mapping).toBe(0);
  });
});
