// The possible cost of a policy's own patterns in all texts of a request is limited before any text is searched.
import { describe, expect, it } from "vitest";
import { change, newPolicyVault, UNDER_P } from "../../support/policies.ts";
import { IS_LONG } from "../../support/properties.ts";
import { call, PATHS, pollJob, submit } from "../../support/requests.ts";

/** Each may need a new state for each letter, and says so: 127 units for 64 KiB, 1,905 together. */
const COSTLY = Array.from({ length: 15 }, (_, i) => `[${"cdefghijklmnopq"[i]}z][ab]{23}a`);
/** No letter that the patterns read. */
const TEXT = { value: "xy ".repeat(21_845) };

async function newCostlyVault(): Promise<string> {
  const { token } = await newPolicyVault();
  for (const [i, pattern] of COSTLY.entries()) {
    await change(token, PATHS.customEntity, { entity_name: `E${i}`, pattern });
  }
  return token;
}

describe("a request that a policy would take long for", () => {
  it("is refused before work, and goes as fewer texts, without the policy, or as a job", async () => {
    const token = await newCostlyVault();
    const seven = Array.from({ length: 7 }, () => TEXT);
    const documents = seven.map(({ value }) => ({ value: [value.slice(0, 64_000)] }));
    const ask = (path: string, body: object) => call("PUT", path, { token, body });
    for (const [path, body] of [
      [PATHS.mask, { mask: seven, ...UNDER_P }],
      [PATHS.mask, { mask: documents, json: true, ...UNDER_P }],
      [PATHS.detect, { detect: seven, ...UNDER_P }],
    ] as const) {
      const answer = await ask(path, body);
      expect([answer.status, answer.error.code]).toEqual([413, "too_costly"]);
      expect(answer.error.message).toMatch(
        /cost 13\d\d\d .* at most 12000 .* submit a job instead/,
      );
    }
    expect((await ask(PATHS.detect, { detect: seven.slice(1), ...UNDER_P })).status).toBe(200);
    // As many are masked, too; the long run has the time.
    const six = { mask: seven.slice(1), ...UNDER_P };
    if (IS_LONG) expect((await ask(PATHS.mask, six)).status).toBe(200);
    // Texts with escapes are read in both ways.
    for (const written of ["\\u00e9", "&amp;", "\u00ad"]) {
      const escaped = seven.slice(0, 4).map(({ value }) => value.replace(/.{6}$/, written));
      const values = escaped.map((value) => ({ value }));
      const inDocuments = escaped.map((value) => ({ value: [value.slice(-64_000)] }));
      for (const [path, body] of [
        [PATHS.mask, { mask: values, ...UNDER_P }],
        [PATHS.mask, { mask: inDocuments, json: true, ...UNDER_P }],
        [PATHS.detect, { detect: values, ...UNDER_P }],
      ] as const) {
        expect([written, (await ask(path, body)).error?.code]).toEqual([written, "too_costly"]);
      }
    }
    expect((await ask(PATHS.mask, { mask: seven })).status).toBe(200);
    const named = seven.map(({ value }) => ({
      value: value.slice(0, 4_000),
      token_name: "Text Token",
    }));
    expect((await ask(PATHS.mask, { mask: named, ...UNDER_P })).status).toBe(200);
    const job = await pollJob(token, await submit(token, "mask", { mask: seven, ...UNDER_P }));
    expect(job.status).toBe("SUCCESS");
  }, 60_000);
});
