// Checks the namespaces of a data folder: whether the root key opens their keys, and whether work is stuck.
// Reads only, also while a service runs.
import type { webcrypto } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { contextMaker } from "../../../src/crypto/context.ts";
import { KeyWrapping } from "../../../src/crypto/wrapping.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { rootVersionsOf } from "../secrets.ts";
import { classFolder, hasTable, isMade, listObjects, readDatabase } from "../serve/object-files.ts";
import { bad, type Finding, good, watch } from "./findings.ts";

declare global {
  /** @types/node has this type in a module only. */
  type CryptoKey = webcrypto.CryptoKey;
}

const HOUR_MS = 3_600_000;
const LONG_ERASURE_MS = 24 * HOUR_MS;
/** A job is stuck when it has been due for longer. */
const LONG_DUE_MS = HOUR_MS;

const RECORD_KEY = 3;

const JOBS = `SELECT count(*) AS n FROM job WHERE state IN ('PENDING', 'IN-PROGRESS') AND due < ?`;
const DELETIONS = `SELECT count(*) AS n FROM deletion
  WHERE state IN ('ACCEPTING', 'PENDING', 'IN-PROGRESS') AND accepted < ?`;
const QUARANTINED = "SELECT coalesce(sum(quarantined), 0) AS n FROM deletion";
/** Rows of keys that two owners name, or that an owner names although there is none: the end of one would destroy the other's. */
const MISNAMED_KEYS = `WITH named (key) AS (SELECT key FROM day_key UNION ALL SELECT key FROM audit_day
    UNION ALL SELECT key FROM job UNION ALL SELECT placeholder_key FROM job)
  SELECT count(*) AS n FROM (SELECT key FROM named WHERE key IS NOT NULL GROUP BY key
    HAVING count(*) > 1 OR key NOT IN (SELECT id FROM wrapped_key WHERE is_free = 0))`;

interface Observations {
  namespaces: number;
  /** Files that cannot be read. */
  unread: string[];
  /** Namespaces that the root key cannot open, with the reason. */
  foreign: { nid: string; why: string }[];
  /** Number of namespaces with keys wrapped by an older version than the newest. */
  wrappedByOlder: number;
  stuckJobs: number;
  stuckDeletions: number;
  quarantined: number;
  misnamedKeys: number;
}

/** Check every namespace's database. */
export async function checkNamespaces(
  folders: readonly string[],
  rootKeyText: string | null,
  now: number,
): Promise<Finding[]> {
  const seen: Observations = {
    ...{ namespaces: 0, unread: [], foreign: [], wrappedByOlder: 0 },
    ...{ stuckJobs: 0, stuckDeletions: 0, quarantined: 0, misnamedKeys: 0 },
  };
  for (const dir of folders) {
    const paths = listObjects(dir, "Vault").map((name) => join(classFolder(dir, "Vault"), name));
    for (const path of paths) await checkNamespace(path, rootKeyText, now, seen);
  }
  return findingsOf(seen, rootKeyText !== null);
}

async function checkNamespace(
  path: string,
  rootKeyText: string | null,
  now: number,
  seen: Observations,
) {
  if (!isMade(path)) return;
  let keys: Keys | null;
  try {
    keys = readDatabase(path, (database) => readState(database, now, seen));
  } catch {
    seen.unread.push(path);
    return;
  }
  if (keys === null || rootKeyText === null) return;
  const versions = rootVersionsOf(rootKeyText).map(({ version }) => version);
  const missing = [keys.newest, keys.oldest].find((version) => !versions.includes(version));
  if (missing !== undefined) {
    seen.foreign.push({ nid: keys.nid, why: `has no version ${missing}, which it needs` });
  } else if (!(await isOpenedBy(keys, rootKeyText)))
    seen.foreign.push({ nid: keys.nid, why: "is not its" });
  if (keys.oldest < Math.max(...versions)) seen.wrappedByOlder += 1;
}

/** What is read about a namespace's keys. */
interface Keys {
  readonly nid: string;
  readonly wrapped: Uint8Array;
  /** Oldest and newest version of the root key that its keys are wrapped with. */
  readonly oldest: number;
  readonly newest: number;
}

/** Whether a root key unwraps a namespace's record key. */
function isOpenedBy({ nid, wrapped }: Keys, rootKeyText: string): Promise<boolean> {
  const wrapping = new KeyWrapping(rootKeyText, nid, systemRandom);
  const context = contextMaker(nid)("wrappedKey", RECORD_KEY, 0, 0);
  return wrapping.unwrap(Uint8Array.from(wrapped), context).then(
    () => true,
    () => false,
  );
}

function readState(database: DatabaseSync, now: number, seen: Observations): Keys | null {
  // A destroyed namespace leaves a file without tables.
  if (!hasTable(database, "namespace_key") || !hasTable(database, "deletion")) return null;
  const settings = database.prepare("SELECT name, value FROM setting").all();
  const setting = (name: string) => settings.find((one) => one["name"] === name)?.["value"];
  const key = database.prepare("SELECT wrapped FROM namespace_key WHERE name = 'record'").get();
  if (setting("nid") === undefined || key === undefined) return null;
  const number = (query: string, ...given: number[]) =>
    Number(database.prepare(query).get(...given)?.["n"] ?? 0);
  seen.namespaces += 1;
  seen.stuckJobs += number(JOBS, now - LONG_DUE_MS);
  seen.stuckDeletions += number(DELETIONS, now - LONG_ERASURE_MS);
  seen.quarantined += number(QUARANTINED);
  if (hasTable(database, "wrapped_key")) seen.misnamedKeys += number(MISNAMED_KEYS);
  const oldest = Number(setting("root_oldest") ?? 1);
  return {
    ...{ nid: String(setting("nid")), wrapped: key["wrapped"] as Uint8Array },
    ...{ oldest, newest: Number(setting("root_newest") ?? oldest) },
  };
}

function findingsOf(seen: Observations, hasKey: boolean): Finding[] {
  const { namespaces, unread, foreign, wrappedByOlder, stuckJobs, stuckDeletions } = seen;
  const { quarantined, misnamedKeys } = seen;
  const all = `${namespaces} ${namespaces === 1 ? "namespace" : "namespaces"}`;
  return [
    unread.length > 0
      ? bad("data", `databases that cannot be read, to be restored: ${unread.join(", ")}`)
      : good("data", `${all}, all readable`),
    ...(hasKey ? [keyFinding(foreign, all)] : []),
    ...(wrappedByOlder > 0 && foreign.length === 0
      ? [watch("rotation", `${wrappedByOlder} of them need an older version of the root key, too`)]
      : []),
    stuckDeletions > 0
      ? bad(
          "erasures",
          `${stuckDeletions} accepted over a day ago have not ended: job-status says why`,
        )
      : good("erasures", "none has been under way for over a day"),
    stuckJobs > 0
      ? watch("jobs", `${stuckJobs} have been due for over an hour: does the service run?`)
      : good("jobs", "none has been due for over an hour"),
    ...(misnamedKeys > 0
      ? [bad("keys", `${misnamedKeys} are not with what they belong to: restore a backup`)]
      : []),
    ...(quarantined > 0
      ? [watch("quarantine", `${quarantined} rows were too damaged for an erasure to read`)]
      : []),
  ];
}

function keyFinding([first, ...rest]: Observations["foreign"], all: string): Finding {
  if (first === undefined) return good("root key", `opens the keys of ${all}`);
  const others = rest.length === 0 ? "" : ` (and so with ${rest.length} others)`;
  return bad(
    "root key",
    `of namespace ${first.nid}: the key given ${first.why}, so nothing in there is served${others}`,
  );
}
