// GET jobs/{tracking_id}/results: in pages, line by line, compressed, and when it is refused.
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newNamespace, newVault } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import { type Answer, accepted, call, PATHS, pollJob, submit } from "../../support/requests.ts";

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ value: `p ${i}`, token_name: "Text Token" }));

const results = (token: string, id: string, query = "") =>
  call<object[]>("GET", `${PATHS.jobs}/${id}/results${query}`, { token });

/** The bytes of an answer as they are sent. */
async function fetchRaw(
  path: string,
  token: string,
  headers: Record<string, string>,
  body?: string,
) {
  const response = await exports.default.fetch(`https://vault.test${path}`, {
    method: body === undefined ? "GET" : "PUT",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const linesOf = (text: string) => {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
};

describe("the results of a job", () => {
  it("come in pages that are the whole result, in order", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(6_100) });
    const whole = (await pollJob(token, id)).result;
    const pages: object[][] = [];
    for (let next: string | null = ""; next !== null; ) {
      const page: Answer<object[]> = await results(token, id, `?next_page_token=${next}`);
      pages.push(accepted(page));
      next = page.next_page_token ?? null;
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(whole);
  });

  it("come line by line as they are, from any page on", async () => {
    const { token } = await newVault();
    const items = [...numbered(6_000), {}];
    const id = await submit(token, "mask", { mask: items, on_error: "continue" });
    const whole = (await pollJob(token, id)).result;
    const accept = { Accept: "application/x-ndjson" };
    const path = `${PATHS.jobs}/${id}/results`;
    const { response, bytes } = await fetchRaw(path, token, accept);
    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(linesOf(new TextDecoder().decode(bytes))).toEqual(whole);
    const first = await results(token, id);
    const rest = await fetchRaw(`${path}?next_page_token=${first.next_page_token}`, token, accept);
    const lines = linesOf(new TextDecoder().decode(rest.bytes));
    expect([...accepted(first), ...lines]).toEqual(whole);
  });

  it.each([
    ["application/json", "gzip, br"],
    ["application/x-ndjson", "br;q=1, gzip;q=0.5"],
  ])("come compressed as %s where the caller asks for %s", async (Accept, encoding) => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(3_000) });
    await pollJob(token, id);
    const path = `${PATHS.jobs}/${id}/results`;
    const plain = await fetchRaw(path, token, { Accept });
    const small = await fetchRaw(path, token, { Accept, "Accept-Encoding": encoding });
    expect(small.response.headers.get("content-encoding")).toBe("gzip");
    expect(small.response.headers.get("vary")).toBe("accept-encoding");
    // Inside the runtime what is read is decoded; test/process/jobs looks at the wire.
    // As texts: byte by byte, each costs microseconds.
    const [found, expected] = [small, plain].map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(found).toBe(expected);
  });

  it.each(["identity", "gzip;q=0", "br", "gzipped"])("do not for %s", async (encoding) => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(1) });
    await pollJob(token, id);
    const asked = { "Accept-Encoding": encoding };
    const { response } = await fetchRaw(`${PATHS.jobs}/${id}/results`, token, asked);
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("come compressed from async-status, too", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(2_000) });
    const record = await pollJob(token, id);
    const body = JSON.stringify({ status: [{ tracking_id: id }] });
    const asked = { "Accept-Encoding": "gzip" };
    const { response, bytes } = await fetchRaw(PATHS.status, token, asked, body);
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(JSON.parse(new TextDecoder().decode(bytes)).data).toEqual([record]);
  });

  it.each([
    ["", null],
    ["gzip, br", "gzip"],
  ])(
    "are as the caller asks where the platform asks for gzip itself: %j",
    async (own, encoding) => {
      const { token } = await newVault();
      const id = await submit(token, "mask", { mask: numbered(1) });
      await pollJob(token, id);
      const request = new Request(`https://vault.test${PATHS.jobs}/${id}/results`, {
        headers: { authorization: `Bearer ${token}`, "accept-encoding": "br, gzip" },
        cf: { clientAcceptEncoding: own } as RequestInitCfProperties,
      });
      const { status, headers, body } = await exports.default.fetch(request);
      await body?.cancel();
      expect([status, headers.get("content-encoding")]).toEqual([200, encoding]);
    },
  );

  it("are there when the job has ended for who waits", async () => {
    const { token } = await newVault();
    const id = await submit(token, "mask", { mask: numbered(2_500) });
    expect(accepted(await results(token, id, "?wait=30")).length).toBeGreaterThan(0);
  });

  it("are not there before the end, nor of a job without one", async () => {
    const { token } = await newVault();
    const cancelled = await submit(token, "mask", { mask: numbered(20_000) });
    const open = await results(token, cancelled);
    accepted(await call("POST", `${PATHS.jobs}/${cancelled}/cancel`, { token }));
    const failed = await submit(token, "mask", { mask: [{}] });
    await pollJob(token, failed);
    for (const answer of [open, await results(token, cancelled), await results(token, failed)]) {
      expect([answer.status, answer.error.code]).toEqual([409, "no_result"]);
    }
  });

  it.each(["0", "1", "-1", "x", "1e0", "99999999999"])("have no page %s of one", async (token) => {
    const vault = await newVault();
    const id = await submit(vault.token, "mask", { mask: numbered(1) });
    await pollJob(vault.token, id);
    const { status, error } = await results(vault.token, id, `?next_page_token=${token}`);
    expect([status, error.code]).toEqual([400, "invalid_page_token"]);
  });

  it("are for those who may read the job", async () => {
    const { tokens } = await newNamespace({ app: ["mask"], other: ["mask"], reader: ["unmask"] });
    const id = await submit(tokens.app, "mask", { mask: numbered(1) });
    await pollJob(tokens.app, id);
    expect(accepted(await results(tokens.app, id))).toHaveLength(1);
    expect(accepted(await results(tokens.reader, id))).toHaveLength(1);
    expectRefusal(await results(tokens.other, id), REFUSED.forbidden);
    expectRefusal(await results((await newVault()).token, id), REFUSED.trackingId);
  });
});
