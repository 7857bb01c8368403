// What is in the namespaces of a data folder: whether the root key is theirs, and whether anything is stuck. Only read, also
// beside a service that runs.
import { createDecipheriv, hkdfSync } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { contextMaker } from "../../../src/crypto/context.ts";
import { classFolder, hasTable, isMade, listObjects, readDatabase } from "../serve/object-files.ts";
import { bad, type Finding, good, watch } from "./findings.ts";

const HOUR_MS = 3_600_000;
/** An erasure that takes longer is stuck. */
const LONG_ERASURE_MS = 24 * HOUR_MS;
/** Nobody has taken up a job that is due for so long. */
const LONG_DUE_MS = HOUR_MS;

/** Number of a record key among what is wrapped. */
const RECORD_KEY = 3;

const JOBS = `SELECT count(*) AS n FROM job WHERE state IN ('PENDING', 'IN-PROGRESS') AND due < ?`;
const DELETIONS = `SELECT count(*) AS n FROM deletion
  WHERE state IN ('ACCEPTING', 'PENDING', 'IN-PROGRESS') AND accepted < ?`;
const QUARANTINED = "SELECT coalesce(sum(quarantined), 0) AS n FROM deletion";

interface Seen {
  namespaces: number;
  unread: number;
  foreign: string[];
  stuckJobs: number;
  stuckDeletions: number;
  quarantined: number;
}

/** Look into every namespace's database. */
export function checkNamespaces(
  folders: readonly string[],
  rootKeyText: string | null,
  now: number,
): Finding[] {
  const seen: Seen = {
    ...{ namespaces: 0, unread: 0, foreign: [] },
    ...{ stuckJobs: 0, stuckDeletions: 0, quarantined: 0 },
  };
  for (const dir of folders) {
    const names = listObjects(dir, "Vault");
    for (const name of names) look(join(classFolder(dir, "Vault"), name), rootKeyText, now, seen);
  }
  return findingsOf(seen, rootKeyText !== null);
}

function look(path: string, rootKeyText: string | null, now: number, seen: Seen): void {
  if (!isMade(path)) return;
  let keys: { nid: string; wrapped: Uint8Array } | null;
  try {
    keys = readDatabase(path, (database) => read(database, now, seen));
  } catch {
    seen.unread += 1;
    return;
  }
  if (keys === null || rootKeyText === null) return;
  if (!opens(keys.wrapped, keys.nid, rootKeyText)) seen.foreign.push(keys.nid);
}

/** Whether a root key opens what a namespace's record key is wrapped in: docs/storage.md has the format. */
function opens(wrapped: Uint8Array, nid: string, rootKeyText: string): boolean {
  const root = Buffer.from(rootKeyText, "base64");
  const salt = Buffer.from(nid, "hex");
  const key = Buffer.from(hkdfSync("sha256", root, salt, "masking-vault/key-wrapping/v1", 32));
  const [nonceBytes, tagBytes] = [12, 16];
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, wrapped.subarray(0, nonceBytes));
    decipher.setAAD(contextMaker(nid)("wrappedKey", RECORD_KEY, 0, 0));
    decipher.setAuthTag(wrapped.subarray(-tagBytes));
    decipher.update(wrapped.subarray(nonceBytes, -tagBytes));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

function read(database: DatabaseSync, now: number, seen: Seen) {
  // Of a namespace that was destroyed there is a file without tables.
  if (!hasTable(database, "namespace_key") || !hasTable(database, "deletion")) return null;
  const setting = database.prepare("SELECT value FROM setting WHERE name = 'nid'").get();
  const key = database.prepare("SELECT wrapped FROM namespace_key WHERE name = 'record'").get();
  if (setting === undefined || key === undefined) return null;
  const number = (query: string, ...given: number[]) =>
    Number(database.prepare(query).get(...given)?.["n"] ?? 0);
  seen.namespaces += 1;
  seen.stuckJobs += number(JOBS, now - LONG_DUE_MS);
  seen.stuckDeletions += number(DELETIONS, now - LONG_ERASURE_MS);
  seen.quarantined += number(QUARANTINED);
  return { nid: String(setting["value"]), wrapped: key["wrapped"] as Uint8Array };
}

function findingsOf(seen: Seen, hasKey: boolean): Finding[] {
  const { namespaces, unread, foreign, stuckJobs, stuckDeletions, quarantined } = seen;
  const all = `${namespaces} ${namespaces === 1 ? "namespace" : "namespaces"}`;
  return [
    unread > 0
      ? bad("data", `${unread} databases cannot be read; restore a backup`)
      : good("data", `${all}, all readable`),
    ...(hasKey ? [keyFinding(foreign, all)] : []),
    stuckDeletions > 0
      ? bad(
          "erasures",
          `${stuckDeletions} accepted over a day ago have not ended: job-status says why`,
        )
      : good("erasures", "none has been under way for over a day"),
    stuckJobs > 0
      ? watch("jobs", `${stuckJobs} have been due for over an hour: does the service run?`)
      : good("jobs", "none has been due for over an hour"),
    ...(quarantined > 0
      ? [watch("quarantine", `${quarantined} rows were too damaged for an erasure to read`)]
      : []),
  ];
}

function keyFinding([first, ...rest]: readonly string[], all: string): Finding {
  if (first === undefined) return good("root key", `opens the keys of ${all}`);
  const others = rest.length === 0 ? "" : ` and ${rest.length} others`;
  return bad(
    "root key",
    `is not that of namespace ${first}${others}: nothing in there can be read with it`,
  );
}
