// No copy of a destroyed key is left in a database's file, after years of days, jobs and audit days, because the rows
// of such keys never move. The stores run on Node's SQLite here, which writes a file like the runtime's (one page size,
// a write-ahead log, no secure_delete), so that years take seconds.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { VAULT_MIGRATIONS } from "../../../src/vault/schema/migrations.ts";
import { AuditBatchStore } from "../../../src/vault/store/audit/batches.ts";
import { JobStore } from "../../../src/vault/store/jobs.ts";
import { JobKeyStore, KeyStore } from "../../../src/vault/store/keys.ts";
import { chance, IS_LONG } from "../../support/properties.ts";

const DAYS = IS_LONG ? 1_500 : 400;
const JOBS_A_DAY = 6;
const RETENTION_DAYS = 90;
/** As the runtime's databases: what it writes them with. */
const PRAGMAS =
  "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF; PRAGMA synchronous = OFF";

const folder = mkdtempSync(join(tmpdir(), "keys-"));
const path = join(folder, "vault.sqlite");
afterAll(() => rmSync(folder, { recursive: true }));

/** The runtime's interface to a database, as far as the stores use it. */
function sqlOf(database: DatabaseSync): SqlStorage {
  const exec = (statement: string, ...values: SQLInputValue[]) => {
    const rows = database.prepare(statement).all(...values);
    return {
      toArray: () => rows,
      one: () => rows[0],
      raw: () => rows.map((row) => Object.values(row)),
    };
  };
  return { exec } as unknown as SqlStorage;
}

/** The stores with their database, and each key that was stored and not destroyed, by what it is for. */
class Years {
  readonly database = new DatabaseSync(path);
  readonly living = new Map<string, Buffer>();
  readonly destroyed: Buffer[] = [];
  readonly #random: ReturnType<typeof chance>;

  constructor(random: ReturnType<typeof chance>) {
    this.#random = random;
    this.database.exec(PRAGMAS);
    for (const { sql } of VAULT_MIGRATIONS) this.database.exec(sql);
  }

  /** A key as long as that of a day (2 x 32 bytes and 29 more when wrapped) or of anything else. */
  key(of: string): Uint8Array<ArrayBuffer> {
    const length = of.startsWith("day") ? 93 : 61;
    const bytes = Uint8Array.from({ length }, () => this.#random(256));
    this.living.set(of, Buffer.from(bytes));
    return bytes;
  }

  /** Note that the keys of these are destroyed. */
  forget(names: Iterable<string>): void {
    for (const name of names) {
      const key = this.living.get(name);
      if (key !== undefined) this.destroyed.push(key);
      this.living.delete(name);
    }
  }

  /** Run it as one transaction, and write it to the file itself. */
  commit(run: () => void): void {
    this.database.exec("BEGIN");
    run();
    this.database.exec("COMMIT");
    this.database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
}

/** How many of these keys are in a file, recognized by their first eight bytes. */
function findIn(file: Buffer): (keys: readonly Buffer[]) => number {
  const there = new Set<bigint>();
  for (let at = 0; at + 8 <= file.length; at++) there.add(file.readBigUInt64LE(at));
  return (keys) => keys.filter((key) => there.has(key.readBigUInt64LE(0))).length;
}

it("a destroyed key's bytes are nowhere in the file, a living one's are", {
  timeout: 120_000,
}, () => {
  const random = chance(7);
  const years = new Years(random);
  const sql = sqlOf(years.database);
  const [days, jobs, jobKeys] = [new KeyStore(sql), new JobStore(sql), new JobKeyStore(sql)];
  const audit = new AuditBatchStore(sql);
  let serial = 0;
  const withData: number[] = [];
  const withRow: [serial: number, day: number][] = [];

  for (let day = 1; day <= DAYS; day++) {
    years.commit(() => {
      days.addDayKey(day, 1, years.key(`day ${day}.1`));
      audit.addDay({ id: day, day, first: day }, years.key(`audit ${day}`));
      for (let i = 0; i < JOBS_A_DAY; i++) {
        serial += 1;
        jobs.receive({
          serial,
          trackingId: `job ${serial}`,
          kind: "mask",
          submitter: new Uint8Array(16),
          jobKey: years.key(`job ${serial}`),
          submitted: day,
        });
        if (random(3) === 0) jobKeys.addPlaceholderKey(serial, years.key(`names ${serial}`));
        withData.push(serial);
        withRow.push([serial, day]);
      }
    });
    years.commit(() => {
      // Jobs end and are purged in any order, and their rows go a month later.
      while (withData.length > 30) {
        const [gone = 0] = withData.splice(random(withData.length), 1);
        jobs.purge([gone], null, day);
        years.forget([`job ${gone}`, `names ${gone}`]);
      }
      while ((withRow[0]?.[1] ?? day) < day - 30) {
        const [gone = 0] = withRow.shift() ?? [];
        jobs.remove(gone);
        years.forget([`job ${gone}`, `names ${gone}`]);
        const at = withData.indexOf(gone);
        if (at >= 0) withData.splice(at, 1);
      }
    });
    years.commit(() => {
      // An erasure of one person replaces a day's key; a retention destroys old ones.
      const of = Math.max(1, day - random(RETENTION_DAYS));
      const version = days.newestDayVersion(of);
      days.addDayKey(of, version + 1, years.key(`day ${of}.${version + 1}`));
      const replaced = days.destroyDayKeysBefore(of, version + 1, of);
      const old = days.destroyDayKeysBefore(day - RETENTION_DAYS, 0);
      years.forget([...replaced, ...old].map((key) => `day ${key.day}.${key.version}`));
      audit.destroyDays(day - 60);
      years.forget(Array.from({ length: Math.max(0, day - 60) }, (_, i) => `audit ${i + 1}`));
    });
  }
  const read = (name: string) => {
    const [of, number = "", version = ""] = name.split(/[ .]/);
    if (of === "day") return days.dayKey(Number(number), Number(version));
    if (of === "audit") return audit.dayOf(Number(number))?.wrapped;
    return of === "job"
      ? jobs.find(Number(number))?.job_key
      : jobKeys.placeholderKey(Number(number));
  };
  const others = [...years.living].filter(
    ([name, key]) => !key.equals(new Uint8Array(read(name) ?? [])),
  );
  // No row is taken twice: each living key is what its owner names.
  expect(others).toEqual([]);
  const rows = years.database.prepare("SELECT count(*) AS n FROM wrapped_key").get()?.["n"];
  years.database.close();

  const found = findIn(readFileSync(path));
  const living = [...years.living.values()];
  expect(years.destroyed.length).toBeGreaterThan(2_000);
  expect(found(years.destroyed)).toBe(0);
  expect(found(living)).toBe(living.length);
  // Places are taken again: as many rows as keys lived at once, not as many as ever were.
  expect(Number(rows)).toBeLessThan(1_000);
});
