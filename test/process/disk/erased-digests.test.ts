// Whoever has a service's files and root key can test guesses against every digest. After an erasure no digest of an
// erased value is left that any key opens, however often SQLite has moved its bytes.

import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Blinding } from "../../../src/crypto/blinding.ts";
import { newToken, send } from "../../support/node/api-client.ts";
import {
  acceptEraseAll,
  lookAtErasure,
  restart,
  statementsOf,
  untilErased,
  vaultPath,
} from "../../support/node/erasure.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { query } from "../../support/node/object-files.ts";
import { countIn, RootKeyHolder, rawFiles, wrappedBlinding } from "../../support/node/root-key.ts";
import { cleanUp, waitFor } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

afterEach(cleanUp);

const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;
const names = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name} ${i} x`);
const hasPair = (value: string) => value.includes("3 ");
const pairsOf = (values: readonly string[]) =>
  values.filter(hasPair).map((value) => JSON.stringify(["of", value]));

async function maskAll(service: Service, token: string, values: readonly string[]) {
  for (let at = 0; at < values.length; at += 500) {
    const mask = values.slice(at, at + 500).map((value) => ({
      value,
      token_name: "Text Token",
      ...(hasPair(value) ? { attributes: { of: value } } : {}),
    }));
    const answer = await send(service, token, "mask", { mask });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}

async function eraseValues(service: Service, token: string, values: readonly string[]) {
  const { status, body } = await send(service, token, "namespace/delete/by-value", {
    data: { values },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return String(body.data.tracking_id);
}

const untilFolded = (path: string) =>
  waitFor(
    "the log is folded in",
    () => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0,
    20_000,
  );

const versionIn = (path: string) =>
  Number(query(path, "SELECT value FROM setting WHERE name = 'blinding_version'")[0]?.["value"]);

/** A secret while it lives, to be looked for when it should be gone. */
interface Secret {
  readonly blinding: Blinding;
  readonly wrapped: Buffer;
}

function secretOf(holder: RootKeyHolder, path: string, version: number): Secret {
  const blinding = holder.blindingOf(path, version);
  if (blinding === null) throw new Error(`blinding ${version} does not open`);
  return { blinding, wrapped: wrappedBlinding(path, version) };
}

/** The Vault's files, and the digests by which values can be tested: of `dead`, with any blinding that opens in them. */
async function tell(
  service: Service,
  holder: RootKeyHolder,
  gone: Secret,
  dead: string[],
  live: string[],
) {
  const path = vaultPath(service);
  const files = rawFiles(join(service.dataDir, "objects"));
  const version = versionIn(path);
  const now = holder.blindingOf(path, version);
  const blindings = now === null ? [] : [now];
  return {
    version,
    isSecretLeft: files.some((file) => file.includes(gone.wrapped)),
    dead: countIn(files, await holder.digestsOf(path, blindings, dead)),
    deadPairs: countIn(files, await holder.pairDigestsOf(path, blindings, pairsOf(dead))),
    live: countIn(files, await holder.digestsOf(path, blindings, live)),
    // Copies there are, of digests that no key opens.
    noise: countIn(files, await holder.digestsOf(path, [gone.blinding], dead)) > 0,
  };
}

/** Erased and remaining digests alternate all over the index. */
const ALL = names("person", IS_LONG ? 1_500 : 700);
const DEAD = ALL.filter((_, i) => i % 7 === 3);
const LIVE = ALL.filter((_, i) => i % 7 !== 3);

describe("the digests in the files, for who has the root key", () => {
  it("tell nobody who was erased by value, and nothing at all when everything was", async () => {
    const service = await startService();
    const token = await newToken(service, "people", "app", [...PERMISSIONS]);
    await maskAll(service, token, ALL);
    const path = vaultPath(service);
    const holder = new RootKeyHolder(service, path);
    const first = secretOf(holder, path, 1);
    const files = rawFiles(join(service.dataDir, "objects"));
    expect(files.some((file) => file.includes(first.wrapped))).toBe(true);
    expect(countIn(files, await holder.digestsOf(path, [first.blinding], DEAD))).toBe(DEAD.length);

    const job = await untilErased(service, token, await eraseValues(service, token, DEAD));
    expect(job.response.cleared_records).toBe(DEAD.length);
    await untilFolded(path);
    expect(await tell(service, holder, first, DEAD, LIVE)).toEqual({
      version: 2,
      isSecretLeft: false,
      dead: 0,
      deadPairs: 0,
      live: LIVE.length,
      noise: true,
    });

    const second = secretOf(holder, path, 2);
    const all = await untilErased(service, token, await acceptEraseAll(service, token));
    await untilFolded(path);
    expect(await tell(service, holder, second, ALL, [])).toEqual({
      version: 3,
      isSecretLeft: false,
      dead: 0,
      deadPairs: 0,
      live: 0,
      noise: true,
    });
    const { finished, unrecoverable_from } = await statementsOf(service, all.receipt);
    const minutes = (Date.parse(unrecoverable_from) - Date.parse(finished)) / 60_000;
    expect([minutes >= 60, minutes < 65]).toEqual([true, true]);
  });

  it("tell nobody when the service was killed in the middle of the renewal, again and again", async () => {
    let service = await startService();
    const token = await newToken(service, "killed", "app", [...PERMISSIONS]);
    const all = names("killed", 2_000);
    const [dead, live] = [all.slice(1_000, 1_300), [...all.slice(0, 1_000), ...all.slice(1_300)]];
    await maskAll(service, token, all);
    const path = vaultPath(service);
    const holder = new RootKeyHolder(service, path);
    const first = secretOf(holder, path, 1);
    const trackingId = await eraseValues(service, token, dead);
    const stage = () =>
      Number(
        query(path, "SELECT value FROM setting WHERE name = 'blinding_stage'")[0]?.["value"] ?? 0,
      );
    const isOver = () => versionIn(path) > 1;
    let kills = 0;
    for (const wanted of IS_LONG ? [1, 1, 1, 2, 2] : [1, 2]) {
      await waitFor("the renewal", () => stage() >= wanted || isOver(), 60_000);
      if (!isOver()) kills += 1;
      await service.kill9();
      service = await restart(service);
    }
    expect(kills).toBeGreaterThan(0);
    await untilErased(service, token, trackingId, 120_000);
    // A killed service leaves its log; this one is stopped.
    expect(await service.stop()).toBe(0);
    const told = await tell(service, holder, first, dead, live);
    expect(told).toMatchObject({ isSecretLeft: false, dead: 0, deadPairs: 0, live: live.length });
    // Each value has its digest and its token still, and one only.
    service = await restart(service);
    await maskAll(service, token, live);
    const [mappings] = query(
      path,
      `SELECT count(*) AS n FROM mapping AS m JOIN mapping_by_digest AS d
        ON d.digest = m.digest AND d.kind = m.kind AND d.id = m.id`,
    );
    expect(mappings).toEqual({ n: BigInt(live.length) });
    const count = (table: string) => query(path, `SELECT count(*) AS n FROM ${table}`)[0]?.["n"];
    expect(count("mapping")).toBe(BigInt(live.length));
    expect(count("mapping_by_digest")).toBe(BigInt(live.length));
    expect(count("attribute")).toBe(BigInt(live.filter(hasPair).length));
  });

  it.runIf(IS_LONG)(
    "wait for the next renewal where mappings are many, and the record says until when",
    async () => {
      const service = await startService();
      const token = await newToken(service, "many", "app", [...PERMISSIONS]);
      // 5 ms for each above 10,000.
      await maskAll(service, token, names("many", 12_000));
      await untilErased(service, token, await eraseValues(service, token, ["many 1 x"]));
      const id = await eraseValues(service, token, ["many 2 x"]);
      let record = { error_message: "" };
      await waitFor("it waits", async () => {
        record = (await lookAtErasure(service, token, id)).body.data;
        return record.error_message !== "";
      });
      const said = "erased; before the receipt the index is renewed, from DATE on (phase renew)";
      expect(record).toMatchObject({
        ...{ status: "IN-PROGRESS", blocked: null, receipt: null },
        error_message: expect.stringMatching(
          new RegExp(said.replace(/[()]/g, "\\$&").replace("DATE", "[-0-9]{10} [:0-9]{8}")),
        ),
      });
    },
  );
});
