// Erasure of one person under `serve`: what is left on the disk, also after repeated kills.

import { afterEach, describe, expect, it } from "vitest";
import { newToken, send } from "../support/node/api-client.ts";
import {
  filesWith,
  restart,
  statementsOf,
  unmask,
  untilErased,
  vaultPath,
  wrappedDayKeys,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { query } from "../support/node/object-files.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;
const TEXT = "Text Token";
/** Of a search that is killed while it runs. */
const MAPPINGS = IS_LONG ? 6_000 : 4_000;
const times = (n: number) => Array.from({ length: n }, (_, i) => i);

async function maskAll(service: Service, token: string, values: readonly string[]) {
  const pairs: { value: string; token_value: string }[] = [];
  for (let at = 0; at < values.length; at += 500) {
    const mask = values.slice(at, at + 500).map((value) => ({
      value,
      token_name: TEXT,
      attributes: { of: value },
    }));
    const answer = await send(service, token, "mask", { mask });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    pairs.push(...answer.body.data);
  }
  return pairs;
}

const erase = (service: Pick<Service, "url">, token: string, values: readonly string[]) =>
  send(service, token, "namespace/delete/by-value", { data: { values } });

/** Sealed bytes of mappings, then of their attributes. */
function sealedOf(path: string, where: string): Buffer[] {
  const rows = [
    ...query(path, `SELECT sealed, digest FROM mapping WHERE id IN (${where})`),
    ...query(path, `SELECT sealed FROM attribute WHERE mapping_id IN (${where})`),
  ];
  return rows.map(({ sealed }) => Buffer.from(sealed as Uint8Array));
}

describe("the disk after an erasure by value and a stop", () => {
  it.each(IS_LONG ? [0, 300] : [0])(
    "after %i neighbours were erased before it holds no key of what matched, and where none were, no sealed value of it",
    async (before) => {
      const service = await startService();
      const token = await newToken(service, "person", "app", [...PERMISSIONS]);
      const others = await maskAll(
        service,
        token,
        times(600).map((i) => `other ${i}`),
      );
      const dead = await maskAll(service, token, [
        "Ann Miller",
        "ANN MILLER",
        "dear Ann Miller, x",
      ]);
      const more = await maskAll(
        service,
        token,
        times(600).map((i) => `more ${i}`),
      );
      const path = vaultPath(service);
      const doomed = sealedOf(path, "SELECT id FROM mapping ORDER BY id LIMIT 3 OFFSET 600");
      expect(doomed).toHaveLength(6);
      const keys = wrappedDayKeys(path);
      expect(keys).toHaveLength(1);
      expect(filesWith(service.dataDir, doomed)).not.toEqual([]);
      const early = times(before).map((i) => `${i % 2 === 0 ? "other" : "more"} ${i + 200}`);
      if (before > 0) {
        const first = await erase(service, token, early);
        await untilErased(service, token, first.body.data.tracking_id);
      }
      const { body } = await erase(service, token, ["Ann Miller"]);
      const job = await untilErased(service, token, body.data.tracking_id);
      expect(job.response).toMatchObject({
        cleared_records: 3,
        match: { exact: 1, normalised: 1, contained: 1 },
        attribute_pairs: 0,
      });
      const day = new Date().toISOString().slice(0, 10);
      expect(await statementsOf(service, job.receipt)).toMatchObject({
        kind: "value",
        destroyed_keys: [{ day, version: before > 0 ? 2 : 1 }],
      });
      expect(await service.stop()).toBe(0);
      expect(filesWith(service.dataDir, keys)).toEqual([]);
      // SQLite may have left copies where it moved rows between pages, of attributes and, while neighbours went, of sealed
      // values: no key opens them any more (docs/storage.md).
      const ofMappings = doomed.slice(0, before > 0 ? 0 : 3);
      expect(filesWith(service.dataDir, ofMappings)).toEqual([]);
      expect(query(path, "SELECT count(*) AS n FROM mapping")).toEqual([
        { n: BigInt(1_200 - before) },
      ]);

      const again = await restart(service);
      for (const { token_value } of dead) {
        const { status } = await send(again, token, "unmask", { unmask: [{ token_value }] });
        expect(status).toBe(400);
      }
      for (const pairs of [others.slice(0, 200), more.slice(0, 200)]) {
        expect(await unmask(again, token, pairs)).toEqual(pairs.map(({ value }) => value));
      }
    },
  );
});

describe("an erasure by value that is killed again and again", () => {
  it("ends SUCCESS, its counts exact, nothing of it read after it was accepted", async () => {
    let service = await startService();
    const token = await newToken(service, "killed", "app", [...PERMISSIONS]);
    const live = await maskAll(
      service,
      token,
      times(MAPPINGS).map((i) => `other ${i}`),
    );
    const dead = await maskAll(service, token, ["Ann Miller", "ANN MILLER", "to Ann Miller"]);
    const [exact] = dead;
    let id = "";
    for (let kill = 0; kill < 10; kill += IS_LONG ? 1 : 5) {
      const asking = id === "" ? erase(service, token, ["Ann Miller"]).catch(() => null) : null;
      // The first kills come while it is accepted, the later ones while it searches.
      await new Promise((resolve) => setTimeout(resolve, kill < 4 ? 2 + kill * 4 : 30 + kill * 10));
      await service.kill9();
      const answer = await asking;
      if (answer?.status === 200) id = answer.body.data.tracking_id;
      service = await restart(service);
      if (id === "") continue;
      const unmask = [{ token_value: exact?.token_value }];
      expect((await send(service, token, "unmask", { unmask })).status).toBe(400);
    }
    if (id === "") id = (await erase(service, token, ["Ann Miller"])).body.data.tracking_id;
    const job = await untilErased(service, token, id);
    expect(job.status).toBe("SUCCESS");
    const path = vaultPath(service);
    // Those whose answer the kill cut off may have been accepted, too; together they count once.
    const rows = query(path, "SELECT state, cleared FROM deletion");
    const cleared = rows.reduce((sum, row) => sum + Number(row["cleared"]), 0);
    expect([new Set(rows.map(({ state }) => state)), cleared]).toEqual([new Set(["SUCCESS"]), 3]);
    for (let at = 0; at < live.length; at += 1_000) {
      const some = live.slice(at, at + 1_000);
      expect(await unmask(service, token, some)).toEqual(some.map(({ value }) => value));
    }
    for (const { token_value } of dead) {
      expect((await send(service, token, "unmask", { unmask: [{ token_value }] })).status).toBe(
        400,
      );
    }
    expect(query(path, "SELECT count(*) AS n FROM mapping")).toEqual([{ n: BigInt(MAPPINGS) }]);
    expect(query(path, "SELECT count(*) AS n FROM deletion_find")).toEqual([{ n: 0n }]);
  });
});
