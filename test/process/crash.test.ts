// Kills the service in the middle of a job, again and again, and checks that nothing acknowledged is
// lost: one result per item in order, every token unmasks to its input, equal values share a token,
// and there are as many mappings as distinct values.
import { afterAll, describe, expect, it } from "vitest";
import { look, newToken, send, submit, untilEnded } from "../support/node/api-client.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { query, vaultPathOf } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

const ITEMS = IS_LONG ? 100_000 : 20_000;
const DISTINCT = ITEMS / 2;
const KILLS = IS_LONG ? 6 : 2;

describe("a service that is killed in the middle of a job", () => {
  afterAll(cleanUp);

  it("finishes the job after restarts, with every result in order and no mapping twice, and keeps every acknowledged answer", async () => {
    let service = await startService();
    const other = await newToken(service, "crash-sync", "app", ["mask", "unmask"]);
    const { acknowledged, over } = maskOnAndOn(service, other);
    await waitFor("many are acknowledged", () => acknowledged.size >= 200);
    const token = await newToken(service, "crash", "app", ["mask", "unmask"]);
    // Every value twice, far apart; every tenth is numeric, whose tokens are drawn at random.
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      value: `person ${String(i % DISTINCT).padStart(6, "0")}`,
      token_name: i % 10 === 0 ? "Numeric Token" : "Text Token",
    }));
    const id = await submit(service, token, "mask", items);
    const done: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await progressBeyond(service, token, id, (done.at(-1) ?? 0) + 1_000);
      await service.kill9();
      await over;
      service = await startService({ dataDir: service.dataDir, secrets: service.secrets });
      const job = await look(service, token, id);
      expect(["PENDING", "IN-PROGRESS", "SUCCESS"]).toContain(job.status);
      done.push(job.progress.done);
    }
    // Committed progress never goes back.
    expect(done).toEqual([...done].sort((a, b) => a - b));
    const job = await untilEnded(service, token, id);
    expect(job.status).toBe("SUCCESS");
    expect(job.result.map((item: { value: string }) => item.value)).toEqual(
      items.map((item) => item.value),
    );
    const tokens: string[] = job.result.map((item: { token_value: string }) => item.token_value);
    expect(tokens.slice(DISTINCT)).toEqual(tokens.slice(0, DISTINCT));
    expect(new Set(tokens).size).toBe(DISTINCT);
    await expectUnmasked(service, token, tokens, items);
    const values = [...acknowledged.keys()].map((value) => ({ value }));
    await expectUnmasked(service, other, [...acknowledged.values()], values);
    await service.stop();
    const path = vaultPathOf(service, token);
    expect(query(path, "SELECT count(*) AS n FROM mapping")).toEqual([{ n: BigInt(DISTINCT) }]);
  });
});

/** Eight callers that mask one value after the other until the service is killed. */
function maskOnAndOn(service: Service, token: string) {
  const acknowledged = new Map<string, string>();
  const callers = Array.from({ length: 8 }, async (_, worker) => {
    for (let i = 0; ; i++) {
      const value = `value ${worker}-${i}`;
      const mask = [{ value, token_name: "Text Token" }];
      const answer = await send(service, token, "mask", { mask }).catch(() => null);
      if (answer === null) return;
      acknowledged.set(value, answer.body.data[0].token_value);
    }
  });
  return { acknowledged, over: Promise.all(callers) };
}

async function progressBeyond(service: Service, token: string, id: string, items: number) {
  for (;;) {
    const job = await look(service, token, id);
    if (job.progress.done >= items || job.status === "SUCCESS") return;
  }
}

async function expectUnmasked(
  service: Service,
  token: string,
  tokens: readonly string[],
  items: readonly { value: string }[],
): Promise<void> {
  for (let at = 0; at < tokens.length; at += 1_000) {
    const unmask = tokens.slice(at, at + 1_000).map((token_value) => ({ token_value }));
    const answer = await send(service, token, "unmask", { unmask });
    const values = answer.body.data.map((item: { value: string }) => item.value);
    expect(values).toEqual(items.slice(at, at + 1_000).map((item) => item.value));
  }
}
