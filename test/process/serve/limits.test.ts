// `npm run serve` where few files may be open: namespaces and connections beyond what it can hold.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readRecord } from "../../../scripts/run/serve/data-lock.ts";
import { planDescriptors } from "../../../scripts/run/serve/descriptors.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { cleanUp, isRunning, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { knock, startUpload } from "../../support/node/upload.ts";

const FILES = 340;
const NAMESPACES = 60;
const MEBIBYTE = 1024 ** 2;

afterEach(cleanUp);

const workerdOf = (service: Service) => readRecord(service.dataDir)?.workerd?.pid ?? 0;
/** Only where the system shows other processes' files. */
const onLinux = it.runIf(process.platform === "linux");

const DATABASE = /-Vault\/[0-9a-f]{64}\.sqlite$/;
const SOCKET = /^socket:/;

/** What the runtime has open of a kind; 0 where the system does not tell. */
function countOpen(service: Service, kind: RegExp): number {
  if (process.platform !== "linux") return 0;
  const folder = `/proc/${workerdOf(service)}/fd`;
  const targets = readdirSync(folder).map((descriptor) => {
    try {
      return readlinkSync(join(folder, descriptor));
    } catch {
      // Closed since it was listed.
      return "";
    }
  });
  return targets.filter((path) => kind.test(path)).length;
}

describe.runIf(IS_LONG)("many namespaces at once", () => {
  it("are all served; those used least close first, and files stay within the limit", async () => {
    const service = await startService({ shell: `ulimit -n ${FILES}` });
    const most = planDescriptors(FILES, 2 ** 40).namespaces;
    expect(service.logs()).toContain(`${FILES} allowed, for ${most} namespaces and`);
    expect(service.logs()).toContain("open files are few");
    const token = await newToken(service, "hot", "app", ["mask", "unmask"]);
    const mask = [{ value: "kept", token_name: "Text Token" }];
    const masked = (await send(service, token, "mask", { mask })).body.data[0].token_value;
    let next = 0;
    let mostSeen = 0;
    const caller = async () => {
      while (next < NAMESPACES) {
        const other = await newToken(service, `n${next++}`, "app", ["mask", "unmask"]);
        const answer = await send(service, other, "mask", { mask });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        const unmask = [{ token_value: masked }];
        expect((await send(service, token, "unmask", { unmask })).status).toBe(200);
        mostSeen = Math.max(mostSeen, countOpen(service, DATABASE));
      }
    };
    await Promise.all([caller(), caller(), caller()]);
    // Those that close take a moment.
    expect(mostSeen).toBeLessThanOrEqual(2 * most);
    const health = await (await fetch(`${service.url}/healthz`)).json();
    expect(health).toMatchObject({ data: { status: "ok", restarts: 0, refused_for_room: 0 } });
  });
});

describe.runIf(IS_LONG)("more connections than there may be", () => {
  it("close those that are idle, and the runtime lives on", async () => {
    const service = await startService({ shell: "ulimit -n 1024" });
    const ask = () => fetch(`${service.url}/healthz`, { headers: { Connection: "close" } });
    const answered = await knock(service, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await waitFor("it is answered", () => answered.answer().includes('"ok"'));
    const upload = await startUpload(service);
    // So long an answer may pause.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.all(Array.from({ length: 1_500 }, () => knock(service)));
    await waitFor("what was answered is closed", () => answered.socket.closed);
    for (let times = 0; times < 20; times++) {
      expect(await (await ask()).json()).toMatchObject({ data: { status: "ok", restarts: 0 } });
    }
    upload.finish();
    await waitFor("what was begun is answered", () => upload.answer().startsWith("HTTP/1.1 200 "));
    expect(isRunning(service.workerdPid)).toBe(true);
  });

  onLinux("are closed themselves when all others wait for an answer", async () => {
    const service = await startService({ shell: `ulimit -n ${FILES}` });
    const { connections } = planDescriptors(FILES, 2 ** 40);
    const begin = () => startUpload(service);
    const uploads = await Promise.all(Array.from({ length: connections }, begin));
    const haveCome = () => countOpen(service, SOCKET) >= 2 * connections;
    await waitFor("all are with the runtime", haveCome);
    const late = await startUpload(service);
    await waitFor("it is closed", () => late.socket.closed);
    expect(late.answer()).toBe("");
    for (const upload of uploads) upload.finish();
    const areAnswered = () => uploads.every(({ answer }) => answer().startsWith("HTTP/1.1 200 "));
    await waitFor("all others are answered", areAnswered);
    // Each counts until both its ends have closed, a moment after its answer.
    const find = () => fetch(`${service.url}/healthz`).then(({ status }) => status === 200);
    await waitFor("there is room again", () => find().catch(() => false));
    expect(isRunning(service.workerdPid)).toBe(true);
  });
});

describe("the limit of open files", () => {
  onLinux("is raised as far as it may be", async () => {
    const service = await startService({ shell: "ulimit -Sn 256" });
    const limits = readFileSync(`/proc/${workerdOf(service)}/limits`, "utf8");
    const [, soft, hard] = /^Max open files\s+(\d+)\s+(\d+)/m.exec(limits) ?? [];
    expect(soft).toBe(hard);
    expect(Number(soft)).toBeGreaterThan(256);
  });

  it.each([
    // Half of what is left beside the program's own files; three files a namespace, two a connection.
    [1_024, 2 ** 40, { namespaces: 128, connections: 192 }],
    [20_000, 2 ** 40, { namespaces: 3_290, connections: 4_937 }],
    // A namespace has a mebibyte of a quarter of the memory.
    [20_000, 4_096 * MEBIBYTE, { namespaces: 1_024, connections: 8_336 }],
    // More would take more memory than they are worth.
    [524_288, 8_192 * MEBIBYTE, { namespaces: 2_048, connections: 10_000 }],
    [100, 2 ** 40, { namespaces: 1, connections: 1 }],
  ])("of %d with %d bytes of memory is shared out", (limit, memory, plan) => {
    expect(planDescriptors(limit, memory)).toEqual({ limit, ...plan });
  });

  it("is each cell's, the memory is shared, and the front has several connections for a caller", () => {
    const plan = planDescriptors(20_000, 4_096 * MEBIBYTE, false, 4);
    expect(plan).toEqual({ limit: 20_000, namespaces: 256, connections: 2_820 });
  });
});
