// A small body in gzip may expand to very much: however much that is, nobody waits longer than 50 ms at a stretch for it, and
// it takes no more memory than the same body without gzip might.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newToken } from "../../support/node/api-client.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { LONGEST_MS, type Probe, some, startProbe } from "../../support/node/stretches.ts";

const MIB = 1024 ** 2;
const JSON_TYPE = "application/json";
const LINES_TYPE = "application/x-ndjson";
const LINE = '{"value":"a","token_name":"Text Token"}';
const BLANK_LINE = "\n".padStart(1_024);
/** What the largest body may take, with room for the garbage of several. */
const MOST_MEBIBYTES = 128;

let service: Service;
let probe: Probe;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await newToken(service, "gzip", "u", ["mask"]);
  probe = startProbe(service);
  await submit(gzipSync(`{"mask":[${LINE}]}`), JSON_TYPE);
});

afterAll(async () => {
  await probe.stop();
  await cleanUp();
});

/** Submit a job; gives status and error code of the answer. */
async function submit(body: Buffer, type: string): Promise<string> {
  const headers = { "content-type": type, "content-encoding": "gzip" };
  const answer = await fetch(`${service.url}/api/vault/mask/async`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: new Uint8Array(body),
  });
  const { error } = (await answer.json()) as { error: { code?: string } };
  return `${answer.status} ${error.code ?? ""}`;
}

/** The most memory that workerd has had, in MiB; 0 where the system does not tell. */
function peak(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${service.workerdPid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

it.each(
  some([
    ["far too large", "a", 400, "", JSON_TYPE, "413 payload_too_large"],
    ["of blanks", " ", 16, "", JSON_TYPE, "400 empty_payload"],
    ["of one text", "a", 15, '"', JSON_TYPE, "400 invalid_body"],
    ["of too many items", `${LINE},`, 15, '{"mask":[', JSON_TYPE, "413 too_many_items"],
    ["of blank lines", "\n", 64, "", LINES_TYPE, "400 empty_payload"],
    ["of one line", "a", 400, "", LINES_TYPE, "413 item_too_large"],
    ["of lines, far too large", BLANK_LINE, 300, "", LINES_TYPE, "413 payload_too_large"],
    ["of too many lines", `${LINE}\n`, 64, "", LINES_TYPE, "413 too_many_items"],
    ["of lines that are no JSON", "a\n", 300, "", LINES_TYPE, "400 invalid_json"],
  ] as const),
)("a body %s is refused", async (_name, unit, mebibytes, before, type, expected) => {
  const body = gzipSync(before + unit.repeat((mebibytes * MIB) / unit.length));
  const idle = peak();
  const answers = new Set<string>();
  const stretch = await probe.stretchOf(async () => answers.add(await submit(body, type)));
  expect([...answers]).toEqual([expected]);
  expect(stretch).toBeLessThan(LONGEST_MS);
  expect(peak() - idle).toBeLessThan(MOST_MEBIBYTES);
});
