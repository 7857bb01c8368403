// A runtime that dies under `npm run serve` is restarted on the same port and folder, and never while another one runs.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readLineage } from "../../../scripts/run/cli/process-identity.ts";
import { readRecord } from "../../../scripts/run/serve/data-lock.ts";
import { Restarts } from "../../../scripts/run/serve/restarts.ts";
import { look, newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { alarmPath, edit, jobStates, query, vaultPathOf } from "../../support/node/object-files.ts";
import { cleanUp, isRunning, temporaryFolder, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterEach(cleanUp);

async function health(service: Service): Promise<unknown> {
  const answer = await fetch(`${service.url}/healthz`).catch(() => null);
  return answer?.status === 200 ? ((await answer.json()) as { data: unknown }).data : null;
}

const workerdOf = (service: Service) => readRecord(service.dataDir)?.workerd?.pid ?? 0;

/** When an object's alarm is listed (milliseconds since 1970); 0 when it is not. */
function alarmOf({ dataDir }: Service, path: string): number {
  const [id] = (path.split("/").at(-1) ?? "").split(".");
  const rows = query(alarmPath(dataDir, "Vault"), "SELECT * FROM _cf_ALARM");
  return Number(rows.find((row) => row["actor_id"] === id)?.["scheduled_time"] ?? 0) / 1e6;
}

async function untilRestarted(service: Service, restarts: number): Promise<void> {
  const wanted = { status: "ok", restarts, refused_for_room: 0 };
  const isBack = async () => JSON.stringify(await health(service)) === JSON.stringify(wanted);
  await waitFor(`restart ${restarts} serves`, isBack, 20_000);
}

describe("a runtime that dies", () => {
  it("is started again where it was, says so in a line, its job goes on, and nobody is left when its guardian went first", async () => {
    const service = await startService();
    expect(await health(service)).toMatchObject({ restarts: 0 });
    const token = await newToken(service, "restarted", "app", ["mask", "unmask"]);
    const items = Array.from({ length: 8_000 }, (_, i) => ({
      value: `person ${i}`,
      token_name: "Text Token",
    }));
    const job = await submit(service, token, "mask", items);
    for (let restart = 1; restart <= 2; restart++) {
      process.kill(workerdOf(service), "SIGKILL");
      await untilRestarted(service, restart);
      expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(
        (await look(service, token, job)).status,
      );
    }
    const { status, result } = await untilEnded(service, token, job);
    expect(status).toBe("SUCCESS");
    const unmask = [{ token_value: result[7].token_value }];
    expect((await send(service, token, "unmask", { unmask })).body.data[0].value).toBe("person 7");
    const lines = service.logs().match(/workerd was ended by SIGKILL\. .* restarts? so far/g);
    expect(lines).toHaveLength(2);
    expect(lines?.[1]).toContain("(2 restarts so far");
    const last = workerdOf(service);
    process.kill(last, "SIGSTOP");
    process.kill(readLineage(last)?.parent ?? 0, "SIGKILL");
    await untilRestarted(service, 3);
    expect(isRunning(last)).toBe(false);
    expect(workerdOf(service)).not.toBe(last);
    expect(await service.stop()).toBe(0);
    expect(readRecord(service.dataDir)).toBeNull();
  });

  it.runIf(process.platform === "linux")(
    "is started again when the clock was set back, whose timers would wait until it has caught up",
    async () => {
      const dataDir = temporaryFolder();
      const [lock, mark] = [join(dataDir, "serve.lock"), join(temporaryFolder(), "set-back")];
      // Set back by an hour while the first runtime starts, and once more with the mark.
      const clock = `import { existsSync, readFileSync } from "node:fs";
        const now = Date.now; let hours = 0;
        Date.now = () => {
          if (hours === 0 && existsSync(${JSON.stringify(lock)}))
            hours = /"workerd":{/.test(readFileSync(${JSON.stringify(lock)}, "utf8")) ? 1 : 0;
          return now() - (hours + existsSync(${JSON.stringify(mark)})) * 3_600_000;
        };`;
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
      const service = await startService({ dataDir, env: { NODE_OPTIONS } });
      await untilRestarted(service, 1);
      const second = workerdOf(service);
      const token = await newToken(service, "late", "app", ["mask"]);
      const values = Array.from({ length: 60_000 }, (_, i) => `person ${i}`);
      const items = values.map((value) => ({ value, token_name: "Text Token" }));
      await submit(service, token, "mask", items);
      const vault = vaultPathOf(service, token);
      // As if it had been submitted while the clock was ahead: its alarm is then, too, and nobody asks about it.
      edit(vault, "UPDATE job SET due = ?", Date.now() + 300 * 3_600_000);
      await waitFor("it waits", () => alarmOf(service, vault) > Date.now() + 3_600_000);
      expect(jobStates(vault)).not.toEqual(["SUCCESS"]);
      writeFileSync(mark, "");
      await untilRestarted(service, 2);
      await waitFor("it has ended", () => jobStates(vault)[0] === "SUCCESS", 30_000);
      // That of its result's end is where it was.
      await waitFor("its alarm is set", () => alarmOf(service, vault) > Date.now() + 3_600_000);
      const said = /The clock was set back by 3600\.\d s\. It had run for \d/g;
      expect(service.logs().match(said)).toHaveLength(2);
      rmSync(mark);
      expect(isRunning(second)).toBe(false);
      expect(await service.stop()).toBe(0);
    },
  );

  it.runIf(IS_LONG)("keeps who asks meanwhile waiting, and answers", async () => {
    const service = await startService();
    process.kill(workerdOf(service), "SIGKILL");
    // Not before it has been seen to end: while its last threads go, its socket still takes callers.
    await waitFor("it is down", () => service.logs().includes("Starting it again"));
    const answers = await Promise.all([health(service), health(service)]);
    expect(answers).toMatchObject([{ restarts: 1 }, { restarts: 1 }]);
  });

  it.runIf(IS_LONG)(
    "is started again when its socket is gone, which nobody else would notice",
    async () => {
      const service = await startService();
      const first = workerdOf(service);
      rmSync(join(service.dataDir, "run", "http.sock"));
      expect(await health(service)).toMatchObject({ restarts: 1 });
      expect(service.logs()).toMatch(/The socket of workerd, run\/http\.sock, was removed\./);
      expect(isRunning(first)).toBe(false);
    },
  );

  it.runIf(IS_LONG)(
    "stays dead when it is asked to stop meanwhile, and the folder is held until then",
    async () => {
      const service = await startService();
      process.kill(workerdOf(service), "SIGKILL");
      await waitFor("it is down", () => service.logs().includes("Starting it again"));
      expect(readRecord(service.dataDir)).toMatchObject({ state: "starting", workerd: null });
      expect(await service.stop()).toBe(0);
      expect(service.logs()).not.toContain("serves again");
      expect(readRecord(service.dataDir)).toBeNull();
    },
  );
});

describe("the pauses between restarts", () => {
  it("double up to a bound, and begin anew after a life that was well", () => {
    const restarts = new Restarts();
    const pauses = Array.from({ length: 7 }, () => restarts.died(10, true));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(restarts.died(60_000, true)).toBe(500);
    expect(restarts.count).toBe(8);
  });

  it("never end for one that serves, and end for one that does not come up", () => {
    const restarts = new Restarts();
    for (let death = 0; death < 100; death++) expect(restarts.died(10, true)).not.toBeNull();
    const falseStarts = Array.from({ length: 10 }, () => restarts.died(10, false));
    expect(falseStarts.slice(0, 9)).not.toContain(null);
    expect(falseStarts[9]).toBeNull();
  });
});
