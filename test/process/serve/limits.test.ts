// `npm run serve` where few files may be open: namespaces and connections beyond what it can hold.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readRecord } from "../../../scripts/run/serve/data-lock.ts";
import { planDescriptors } from "../../../scripts/run/serve/descriptors.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const FILES = 340;
const NAMESPACES = 60;
const MEBIBYTE = 1024 ** 2;

afterEach(cleanUp);

const workerdOf = (service: Service) => readRecord(service.dataDir)?.workerd?.pid ?? 0;
/** Only where the system tells of other processes' files. */
const onLinux = it.runIf(process.platform === "linux");

/** Databases of namespaces that the runtime has open; 0 where the system does not tell. */
function openNamespaces(service: Service): number {
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
  return targets.filter((path) => /-Vault\/[0-9a-f]{64}\.sqlite$/.test(path)).length;
}

describe("many namespaces at once", () => {
  it("are all served; those used least close first, and files stay within the limit", async () => {
    const service = await startService({ shell: `ulimit -n ${FILES}` });
    const most = planDescriptors(FILES, 2 ** 40).namespaces;
    expect(service.logs()).toContain(`${FILES} allowed, for ${most} namespaces at a time`);
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
        mostSeen = Math.max(mostSeen, openNamespaces(service));
      }
    };
    await Promise.all([caller(), caller(), caller()]);
    // Those that close take a moment.
    expect(mostSeen).toBeLessThanOrEqual(2 * most);
    const health = await (await fetch(`${service.url}/healthz`)).json();
    expect(health).toMatchObject({ data: { status: "ok", restarts: 0, refused_for_room: 0 } });
  });
});

describe("more idle connections than there can be", () => {
  it("end the runtime, which comes back by itself and serves", async () => {
    const service = await startService({ shell: `ulimit -n ${FILES}` });
    const token = await newToken(service, "kept", "app", ["mask", "unmask"]);
    const { hostname, port } = new URL(service.url);
    const open: Socket[] = [];
    const knock = () => {
      const socket = connect(Number(port), hostname).on("error", () => {});
      open.push(socket);
    };
    const hasDied = () => {
      for (let i = 0; i < 20; i++) knock();
      return service.logs().includes("Starting it again");
    };
    await waitFor("it has died", hasDied, 40_000);
    for (const socket of open) socket.destroy();
    expect(service.logs()).toContain(`It reached the limit of ${FILES} open files`);
    await waitFor("it serves again", () => service.logs().includes("serves again"), 20_000);
    const mask = [{ value: "kept", token_name: "Text Token" }];
    expect((await send(service, token, "mask", { mask })).status).toBe(200);
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
    [100, 2 ** 40, { namespaces: 1, connections: 0 }],
  ])("of %d with %d bytes of memory is shared out", (limit, memory, plan) => {
    expect(planDescriptors(limit, memory)).toEqual({ limit, ...plan });
  });
});
