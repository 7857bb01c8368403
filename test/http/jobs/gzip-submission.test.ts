// Submissions in gzip: read like others, with a limit on their decompressed size.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { accepted, call, only, PATHS, pollJob } from "../../support/requests.ts";

const MIB = 1024 * 1024;

async function folded(text: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const send = (
  token: string,
  raw: Uint8Array<ArrayBuffer>,
  path: string = PATHS.maskAsync,
  coding = "gzip",
  type = "application/json",
) =>
  call<{ tracking_id: string }[]>("PUT", path, {
    token,
    raw,
    headers: { "Content-Encoding": coding, "Content-Type": type },
  });

const bodyOf = (count: number) =>
  JSON.stringify({
    mask: Array.from({ length: count }, (_, i) => ({ value: `p ${i}`, token_name: "Text Token" })),
  });

describe("a submission in gzip", () => {
  it.each([1, 30_000])("of %i items is the job that it would be without", async (count) => {
    const { token } = await newVault();
    const answer = await send(token, await folded(bodyOf(count)));
    const record = await pollJob(token, only(accepted(answer)).tracking_id);
    expect([record.status, record.progress]).toEqual(["SUCCESS", { done: count, total: count }]);
  });

  it("that unfolds to too much is refused, however small it is", async () => {
    const { token } = await newVault();
    const zeros = await folded(new Uint8Array(64 * MIB));
    expect(zeros.length).toBeLessThan(MIB / 8);
    const { status, error } = await send(token, zeros);
    expect([status, error.code]).toEqual([413, "payload_too_large"]);
    expect((await send(token, await folded(bodyOf(1)))).status).toBe(200);
  });

  it.each(["GZip", "identity, gzip", "gzip,"])("may say so as %s", async (coding) => {
    const { token } = await newVault();
    expect((await send(token, await folded(bodyOf(1)), PATHS.maskAsync, coding)).status).toBe(200);
  });

  it.each([
    [PATHS.maskAsync, "application/x-ndjson", "br"],
    [PATHS.maskAsync, "application/x-ndjson", "gzip, gzip"],
    [PATHS.mask, "application/json", "gzip"],
    [PATHS.maskStream, "text/plain", "gzip"],
    [PATHS.unmaskStream, "text/plain", "zstd"],
  ])("is not read where %s takes %s in %s", async (path, type, coding) => {
    const { token } = await newVault();
    const raw = await folded(bodyOf(1));
    const { status, error } = await send(token, raw, path, coding, type);
    expect([status, error.code]).toEqual([415, "encoded_body"]);
  });

  it("that is no single whole member is refused", async () => {
    const { token } = await newVault();
    const good = await folded(bodyOf(10));
    const damaged = good.slice();
    damaged[good.length - 6] = (damaged[good.length - 6] ?? 0) ^ 1;
    const bad = [
      ...[new TextEncoder().encode(bodyOf(1)), good.slice(0, -9), damaged],
      ...[joined(good, good), joined(good, new Uint8Array([32]))],
    ];
    for (const raw of bad) {
      const { status, error } = await send(token, raw as Uint8Array<ArrayBuffer>);
      expect([status, error.code, error.message]).toEqual([
        400,
        "invalid_gzip",
        "Body must be exactly one complete gzip member",
      ]);
    }
  });
});
