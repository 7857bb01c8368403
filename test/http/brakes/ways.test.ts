// Every operation that turns a token into a value, and the brakes that apply to it. Conversations are in
// beside-unmask.test.ts.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import {
  accepted,
  call,
  maskText,
  only,
  PATHS,
  tokenOf,
  tryUnmask,
} from "../../support/requests.ts";
import { MAIL, PHONE, people, TEXT } from "../../support/vault/held-back.ts";

const BECAUSE = { "X-Audit-Reason": "ticket 4711" };

beforeAll(async () => {
  // The first text of all loads what finds names.
  await maskText((await people()).all, TEXT);
}, 60_000);

/** Every way that leads from tokens to values: what a caller gets of a text, or the code it is refused with. */
type Way = (token: string, masked: string, headers?: Record<string, string>) => Promise<string>;

const said = (answer: { success: boolean; error: { code?: string } }, of: () => unknown) =>
  answer.success ? String(of()) : String(answer.error.code);

const mcp: Way = async (token, text, headers = {}) => {
  const params = { name: "unmask", arguments: { text } };
  const request = new Request("https://vault.test/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const answer = await createApp().fetch(request, { ...env, MCP_UNMASK: "1" } as never);
  return JSON.stringify(((await answer.json()) as { result: object }).result);
};

const unmasked = async (
  token: string,
  body: object,
  headers: Record<string, string>,
): Promise<string> => {
  const answer = await call<{ value: unknown }[]>("PUT", PATHS.unmask, { token, body, headers });
  return said(answer, () => JSON.stringify(only(answer.data).value));
};

const job = async (token: string, body: object, headers: Record<string, string>) => {
  const sent = await call<{ tracking_id: string }[]>("PUT", PATHS.unmaskAsync, {
    token,
    body,
    headers,
  });
  if (!sent.success) return { id: "", text: String(sent.error.code) };
  const id = only(sent.data).tracking_id;
  const path = `${PATHS.jobs}/${id}?wait=20`;
  const ended = await call<{ error_code: string | null }>("GET", path, { token, headers });
  return { id, text: ended.data.error_code ?? "" };
};

const WAYS: Readonly<Record<string, Way>> = {
  "PUT unmask": (token, masked, headers = {}) =>
    unmasked(token, { partial: true, unmask: [{ token_value: masked }] }, headers),
  "PUT unmask, a document": (token, masked, headers = {}) =>
    unmasked(
      token,
      { partial: true, json: true, unmask: [{ token_value: { a: [masked] } }] },
      headers,
    ),
  "PUT unmask/stream": async (token, masked, headers = {}) => {
    const sent = {
      token,
      raw: JSON.stringify(masked),
      headers: { "Content-Type": "application/x-ndjson", ...headers },
    };
    return (await call("PUT", PATHS.unmaskStream, sent)).text;
  },
  "PUT unmask/async, its status": async (token, masked, headers = {}) => {
    const { id, text } = await job(
      token,
      { partial: true, unmask: [{ token_value: masked }] },
      headers,
    );
    if (text !== "") return text;
    const body = { status: [{ tracking_id: id }] };
    const answer = await call<{ result: unknown }[]>("PUT", PATHS.status, { token, body, headers });
    return said(answer, () => JSON.stringify(only(answer.data).result));
  },
  "PUT unmask/async, its results": async (token, masked, headers = {}) => {
    const { id, text } = await job(
      token,
      { partial: true, unmask: [{ token_value: masked }] },
      headers,
    );
    if (text !== "") return text;
    return (await call("GET", `${PATHS.jobs}/${id}/results`, { token, headers })).text;
  },
  "POST mcp": mcp,
};

describe.each(Object.entries(WAYS))("%s", (_, way) => {
  it("gives all to who is not held back", async () => {
    const { all } = await people();
    const { token_value } = await maskText(all, TEXT);
    const text = await way(all, token_value);
    expect(text).toContain(MAIL);
    expect(text).toContain(PHONE);
  });

  it("gives values of the types that were named, and leaves others tokens, as unknown ones", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const mails = await way(await held({ entity_types: ["EMAIL_ADDRESS"] }), token_value);
    expect(mails).toContain(MAIL);
    expect(mails).not.toContain(PHONE);
    const numbers = await way(await held({ entity_types: ["PHONE_NUMBER"] }), token_value);
    expect(numbers).toContain(PHONE);
    expect(numbers).not.toContain(MAIL);
    expect(await way(await held({ entity_types: ["FAX_NUMBER"] }), token_value)).not.toContain(
      PHONE,
    );
  });

  it("gives values of the policies that were named", async () => {
    const { all, held } = await people();
    accepted(
      await call("PUT", PATHS.createPolicy, { token: all, body: { data: { policy_name: "P" } } }),
    );
    const body = { policy_name: "P", mask: [{ value: TEXT }] };
    const { token_value } = only(
      accepted(await call<{ token_value: string }[]>("PUT", PATHS.mask, { token: all, body })),
    );
    expect(await way(await held({ policies: ["P"] }), token_value)).toContain(MAIL);
    expect(await way(await held({ policies: [null, "Q"] }), token_value)).not.toContain(MAIL);
  });

  it("gives part of values, or nothing of them", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const partial = await way(await held({ reveal: "partial" }), token_value);
    expect(partial).toContain("a***@e***.org");
    expect(partial).not.toContain("kovacs");
    const none = await way(await held({ reveal: "none" }), token_value);
    expect(none).not.toMatch(/kovacs|\*\*\*/);
  });

  it("gives nothing without a reason, where one has to be given", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const token = await held({ reason_required: true });
    const refused = await way(token, token_value);
    expect(refused).toContain("reason_required");
    expect(refused).not.toContain(MAIL);
    expect(await way(token, token_value, BECAUSE)).toContain(MAIL);
  });

  it("gives as many values an hour as were allowed", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const token = await held({ values_per_hour: 5 });
    for (let i = 0; i < 2; i++) expect(await way(token, token_value)).toContain(MAIL);
    for (let i = 0; i < 2; i++) {
      const refused = await way(token, token_value);
      expect(refused).toContain("unmask_limit_reached");
      expect(refused).not.toContain(MAIL);
    }
    // It is the token's own.
    expect(await way(await held({ values_per_hour: 5 }), token_value)).toContain(MAIL);
  });

  it("gives nothing of a token in the tag of another type", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const swapped = token_value.replaceAll("EMAIL>", "PER>");
    expect(await way(all, swapped)).toContain(MAIL);
    const token = await held({ values_per_hour: 100 });
    const text = await way(token, swapped);
    expect(text).not.toContain(MAIL);
    expect(text).toContain(PHONE);
  });
});

describe("a value that may not be seen", () => {
  it("fails as an unknown token does, by itself, in a text and in a document", async () => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const token = await held({ entity_types: ["PERSON"] });
    const whole = await tokenOf(all, MAIL, "Text Token", "Email Address");
    const unknown = whole.replace(/^./, (first) => (first === "x" ? "y" : "x"));
    for (const [one, other] of [
      [token_value, token_value.replace(whole, unknown)],
      [whole, unknown],
    ] as const) {
      const hidden = await tryUnmask(token, [one]);
      const missing = await tryUnmask(token, [other]);
      expect([hidden.status, hidden.error]).toEqual([missing.status, missing.error]);
      expect([hidden.status, hidden.error.code]).toEqual([400, "unmask_failed"]);
      const partial = (text: string) =>
        unmasked(token, { partial: true, unmask: [{ token_value: text }] }, {});
      expect(await partial(one)).toBe(JSON.stringify(one));
      expect(await partial(other)).toBe(JSON.stringify(other));
    }
  });

  it("is no number of a document in part", async () => {
    const { all, held } = await people();
    const body = { json: true, mask: [{ value: { n: 123456 }, numbers: ["n"] }] };
    const [masked] = accepted(
      await call<{ token_value: object }[]>("PUT", PATHS.mask, { token: all, body }),
    );
    const item = { token_value: masked?.token_value, numbers: ["n"] };
    const document = { json: true, partial: true, unmask: [item] };
    expect(await unmasked(all, document, {})).toBe('{"n":123456}');
    const token = await held({ reveal: "partial" });
    expect(await unmasked(token, document, {})).toBe(JSON.stringify(masked?.token_value));
  });
});

describe("a reason", () => {
  it("is asked for before a stream begins, which could not say why it is cut off", async () => {
    const { held } = await people();
    const token = await held({ reason_required: true });
    const sent = { token, raw: "Hello there", headers: { "Content-Type": "text/plain" } };
    const refused = await call("PUT", PATHS.unmaskStream, sent);
    expect([refused.status, refused.error?.code]).toEqual([403, "reason_required"]);
    const headers = { ...sent.headers, ...BECAUSE };
    const given = await call("PUT", PATHS.unmaskStream, { ...sent, headers });
    expect([given.status, given.text]).toEqual([200, sent.raw]);
  });

  it.each([
    ["of 10 KB", "x".repeat(10_240)],
    ["of nothing but blanks", "   "],
  ])("%s is none", async (_, reason) => {
    const { all, held } = await people();
    const { token_value } = await maskText(all, TEXT);
    const token = await held({ reason_required: true });
    const headers = { "X-Audit-Reason": reason };
    const text = await unmasked(token, { unmask: [{ token_value }] }, headers);
    expect(text).toMatch(/^(?:invalid_field|reason_required)$/);
  });
});
