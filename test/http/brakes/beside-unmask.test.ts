// Reading jobs, erasures and calls to language models, for callers whose unmask is restricted by brakes.
import { beforeAll, describe, expect, it } from "vitest";
import { ask, echo } from "../../support/llm/asked-gateway.ts";
import { CHAT } from "../../support/llm/stub-apis.ts";
import {
  call,
  maskText,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  tryStatus,
  tryUnmask,
} from "../../support/requests.ts";
import { MAIL, PHONE, people, TEXT } from "../../support/vault/held-back.ts";

const GUARDRAIL = "/beta/litellm_basic_guardrail_api";

beforeAll(async () => {
  // The first text of all loads what finds names.
  await maskText((await people()).all, TEXT);
}, 60_000);

describe("jobs", () => {
  const items = (masked: string) => ({ partial: true, unmask: [{ token_value: masked }] });

  it("of others are not read by who is held back, nor are results made for who sees more", async () => {
    const { all, other, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const theirs = await submit(other, "mask", { mask: [{ value: TEXT }] });
    const mine = await submit(all, "unmask", items(token_value));
    for (const id of [theirs, mine]) await pollJob(all, id);
    const token = await held({ entity_types: ["EMAIL_ADDRESS"] });
    for (const id of [theirs, mine]) {
      const read = await tryStatus(token, [id]);
      expect([read.status, read.error.code]).toEqual([403, "forbidden"]);
      const lines = await call("GET", `${PATHS.jobs}/${id}/results`, { token });
      expect([lines.status, lines.text.includes(MAIL)]).toEqual([403, false]);
    }
    const own = await submit(all, "mask", { mask: [{ value: TEXT }] });
    expect((await pollJob(token, own)).result?.[0]?.value).toBe(TEXT);
  });

  it("show to everybody what their submitter may see, and to another token of the same sight as well", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const unmask = { entity_types: ["EMAIL_ADDRESS"] };
    const id = await submit(await held(unmask), "unmask", items(token_value));
    const seen = await pollJob(all, id);
    expect(JSON.stringify(seen.result)).toContain(MAIL);
    expect(JSON.stringify(seen.result)).not.toContain(PHONE);
    expect((await pollJob(await held(unmask), id)).status).toBe("SUCCESS");
    const reads = await tryStatus(await held({ ...unmask, reveal: "partial" }), [id]);
    expect(reads.status).toBe(403);
  });

  it("are given to whose values are counted only where they were counted for that very token", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const [rich, poor] = [await held({ values_per_hour: 9 }), await held({ values_per_hour: 1 })];
    const id = await submit(rich, "unmask", items(token_value));
    expect(JSON.stringify((await pollJob(rich, id)).result)).toContain(MAIL);
    expect((await tryStatus(poor, [id])).status).toBe(403);
    const lines = await call("GET", `${PATHS.jobs}/${id}/results`, { token: poor });
    expect([lines.status, lines.text.includes(MAIL)]).toEqual([403, false]);
  });

  it("are not accepted from who does not say why, or has nothing left", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const spent = await held({ values_per_hour: 2 });
    expect((await tryUnmask(spent, [token_value])).status).toBe(200);
    for (const [token, code] of [
      [await held({ reason_required: true }), "reason_required"],
      [spent, "unmask_limit_reached"],
    ] as const) {
      const refused = await call("PUT", PATHS.unmaskAsync, { token, body: items(token_value) });
      expect([refused.status, refused.error.code]).toEqual([403, code]);
    }
    const jobs = await call<unknown[]>("GET", PATHS.jobs, { token: all });
    expect(jobs.data).toEqual([]);
  });

  it("that come to more values than are left end there, and leave no result", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const token = await held({ values_per_hour: 1 });
    const record = await pollJob(token, await submit(token, "unmask", items(token_value)));
    expect(record).toMatchObject({
      status: "FAILED",
      error_code: "unmask_limit_reached",
      result: null,
    });
  });

  it("that fail for another token have their values counted, as requests have", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, MAIL);
    const token = await held({ values_per_hour: 1 });
    const unmask = [{ token_value }, { token_value: "<EMAIL>nobody@example.org</EMAIL>" }];
    const record = await pollJob(token, await submit(token, "unmask", { unmask }));
    expect([record.status, record.error_code]).toEqual(["FAILED", "unmask_failed"]);
    const refused = await tryUnmask(token, [token_value]);
    expect(refused.error.code).toBe("unmask_limit_reached");
  });
});

describe("an answer", () => {
  it("that is too large is counted, so that nobody measures values for nothing", async () => {
    const { all, held } = await people();
    const long = await tokenOf(all, "x".repeat(4_000), "Special Token");
    const token = await held({ values_per_hour: 1 });
    const tooLarge = `<URL>${long}</URL> `.repeat(3_500);
    for (const code of ["unmasked_too_large", "unmask_limit_reached"]) {
      expect((await tryUnmask(token, [tooLarge])).error.code).toBe(code);
    }
  });

  it("does not tell who sees not all values whether auto-detect has come by a word", async () => {
    const { all, held } = await people();
    const word = (await maskText(all, "zebrafish")).token_value;
    expect(word).toBe("zebrafish");
    for (const unmask of [{ reveal: "none" }, { entity_types: ["PERSON"] }, { policies: [null] }]) {
      const token = await held(unmask);
      for (const one of [word, "zebrafisk"]) {
        expect((await tryUnmask(token, [one])).error.code).toBe("unmask_failed");
      }
    }
    expect((await tryUnmask(await held({ reveal: "partial" }), [word])).status).toBe(200);
  });
});

describe("what would show or move values past the brakes", () => {
  it.each([
    [PATHS.mask, { known_tokens: "keep", mask: [{ value: "x" }] }],
    [PATHS.maskAsync, { known_tokens: "keep", mask: [{ value: "x" }] }],
    [PATHS.byValue, { dry_run: true, data: { values: [MAIL] } }],
    [PATHS.byToken, { dry_run: true, data: { tokens: ["x"] } }],
  ])("%s is for who is not held back", async (path, body) => {
    const { all, held } = await people();
    expect((await call("PUT", path, { token: all, body })).status).toBe(200);
    const token = await held({ reveal: "partial" });
    const refused = await call("PUT", path, { token, body });
    expect([refused.status, refused.error.code]).toEqual([403, "forbidden"]);
  });
});

describe("language models", () => {
  const chat = (content: string) => ({ model: "m", messages: [{ role: "user", content }] });
  const path = "openai/v1/chat/completions";

  it("have their answers restored as far as the caller may see", async () => {
    const { held } = await people();
    const token = await held({ entity_types: ["EMAIL_ADDRESS"], reveal: "partial" });
    const { text, seen } = await ask({ path, body: chat(TEXT), token }, echo(CHAT));
    expect(seen[0]?.body).not.toContain(MAIL);
    expect(text).toContain("a***@e***.org");
    expect(text).not.toContain(PHONE);
  });

  it("are not asked where the caller has to say why, or has nothing left", async () => {
    const { held } = await people();
    for (const unmask of [{ reason_required: true }, { values_per_hour: 1 }]) {
      const { status, seen } = await ask(
        { path, body: chat(TEXT), token: await held(unmask) },
        echo(CHAT),
      );
      expect([status, seen.length]).toEqual([403, 0]);
    }
  });

  it("behind LiteLLM likewise", async () => {
    const { held } = await people();
    const token = await held({ entity_types: ["EMAIL_ADDRESS"], reveal: "partial" });
    const id = crypto.randomUUID();
    const guard = async (input_type: string, texts: readonly string[]) => {
      const body = { input_type, texts, litellm_call_id: id };
      const answer = await call("POST", GUARDRAIL, { token, body });
      return JSON.parse(answer.text) as { texts: string[] };
    };
    const masked = await guard("request", [TEXT]);
    const [text] = (await guard("response", masked.texts)).texts;
    expect(text).toContain("a***@e***.org");
    expect(text).not.toContain(PHONE);
  });
});
