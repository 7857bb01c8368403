// Damages one cell of a namespace with rows in every table, and collects the consequences.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { dayOf } from "../../../src/core/time.ts";
import type { Reply } from "../../../src/vault/rpc.ts";
import { type NamedVault, namedVault, pushEnd, requestEnd } from "./ending.ts";
import { erase, everything } from "./erasing.ts";
import {
  ended,
  issue,
  KIND,
  maskValues,
  rows,
  submit,
  tablesOf,
  trySubmit,
} from "./fresh-vault.ts";
import { eraseValues, maskWith, requestErasure } from "./person.ts";
import { create, policyNamed, wordsEntity } from "./policy.ts";

const PAUSE_MS = 5 * 60_000;

/** A cell, and its damaged value: of a table's last row, or of each named setting or key. */
export interface Damage {
  readonly table: string;
  readonly column: string;
  readonly row: string;
  readonly as: string;
}

/** A namespace, a token that no erasure covers, and a job. */
export interface Populated {
  readonly vault: NamedVault;
  readonly token: string;
  readonly job: string;
}

/** Create a namespace with rows in every table, and a deletion that was held. */
export async function populated(): Promise<Populated> {
  const vault = await namedVault();
  await issue(vault, { userId: "other" });
  await maskValues(vault, ["former"]);
  await erase(vault);
  await maskValues(vault, ["Zoe"]);
  await eraseValues(vault, "Zoe");
  const [token = ""] = await maskValues(vault, ["kept"]);
  await maskWith(vault, [["with attributes", { customer: 42 }]]);
  await maskValues(vault, ["555-0100"], KIND.numeric);
  await maskValues(vault, ["last"]);
  const request = { key: "in a job", bodyDigest: "00" };
  const items = [{ value: "in a job", token_name: "Text Token" }];
  const job = await submit(vault, items, "mask", { request });
  await ended(vault, job);
  await create(vault, policyNamed("strict", { custom: [wordsEntity("PROJECT", ["apollo"])] }));
  await vault.calls.setRetention(vault.caller, 30);
  await vault.calls.setHold(true);
  await requestErasure(vault, { target: "value", values: ["held"] });
  // Set by hand: it is due only when a test wants it, and no later than a pause can be.
  await rows(
    vault,
    "UPDATE deletion SET state = 'PENDING', effective = accepted, due = ? WHERE state = 'HELD'",
    Date.now() + PAUSE_MS,
  );
  await vault.calls.setHold(false);
  // Inserted by hand: rows of tables that are empty except for moments.
  await rows(
    vault,
    "INSERT INTO deletion_day SELECT max(serial), ? FROM deletion",
    dayOf(Date.now()),
  );
  await rows(vault, "INSERT INTO deletion_find SELECT max(serial), 1, zeroblob(16) FROM deletion");
  await rows(vault, "INSERT INTO clock_mark VALUES (1, 1)");
  return { vault, token, job };
}

/** All damages to try. */
export async function allDamage(): Promise<Damage[]> {
  const { vault } = await populated();
  const all: Damage[] = [];
  for (const table of await tablesOf(vault)) {
    const columns = await rows(vault, "SELECT * FROM pragma_table_info(?)", table);
    const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
    const hasNames = keys[0] === "name";
    const order = keys.map((key) => `${key} DESC`).join(", ");
    const last = `(${keys}) = (SELECT ${keys} FROM ${table} ORDER BY ${order} LIMIT 1)`;
    const names = hasNames ? await rows(vault, `SELECT name FROM ${table}`) : [];
    const others = table === "mapping_by_digest" ? OF_DIGESTS : [last];
    const which = hasNames ? names.map(({ name }) => `name = '${name}'`) : others;
    for (const row of which) {
      for (const { name, type, notnull, pk } of columns) {
        const values = [
          ...(VALUES[String(type)] ?? []),
          ...(notnull === 0 && pk === 0 ? ["NULL"] : []),
        ];
        const column = String(name);
        for (const as of values) all.push({ table, column, row, as: as.replaceAll("$", column) });
      }
    }
  }
  return all;
}

/** The order of digests varies. These are the rows of `last`, which an erasure looks for, and of a job's value. */
const OF_DIGESTS = [1, 0].map(
  (behind) => `id = (SELECT id FROM mapping ORDER BY id DESC LIMIT 1 OFFSET ${behind})`,
);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  BLOB: [
    "CAST(substr($, 1, length($) - 1) || iif(substr($, -1) = x'00', x'01', x'00') AS BLOB)",
    "x'00'",
  ],
  TEXT: ["'damaged'"],
  INTEGER: ["-1", "8000000000000000"],
  ANY: ["'damaged'", "x'00'"],
};

/** Results of calls that did not end as they should, by call: an error code, or what was wrong. */
type Found = Record<string, string>;

/** The consequences of a damaged cell for all calls of the namespace, its deletion last. */
export async function consequences(world: Populated, damage: Damage): Promise<Found> {
  const { vault, token, job } = world;
  const { calls, caller } = vault;
  const found: Found = {};
  const note = async <T>(name: string, run: () => Promise<Reply<T>>): Promise<T | null> => {
    const reply = await run().catch((error) => `THROWN ${String(error)}`);
    if (typeof reply === "string") found[name] = reply;
    else if (!reply.ok) found[name] = reply.error.code;
    return typeof reply !== "string" && reply.ok ? reply.value : null;
  };
  const mask = (value: string) => {
    const batch = { values: [value], kinds: [KIND.default], attributes: [null] };
    return calls.mask(caller, { ...batch, policySetVersion: null });
  };
  await inflict(world, damage);
  await note("mask", () => mask("new"));
  const known = await note("mask again", () => mask("kept"));
  if (known !== null && known[0] !== token) found["mask again"] = "WRONG";
  const unmasked = await note("unmask", () => calls.unmask(caller, { tokens: [token] }));
  if (unmasked !== null && unmasked.values[0] !== "kept") found["unmask"] = "WRONG";
  await note("read job", async () => {
    const reply = await calls.readJobs(caller, [job], false);
    return reply.ok ? { ok: true, value: null } : reply;
  });
  await note("read policy", () => calls.readPolicySet(caller, "strict"));
  await note("read retention", () => calls.readRetention(caller));
  const erasures = {
    "by value": () => calls.requestErasure(caller, { target: "value", values: ["last"] }),
    "by attribute": () =>
      calls.requestErasure(caller, { target: "attribute", key: "customer", value: 42 }),
    "by age": () => calls.requestDeletion(caller, everything()),
  };
  const ids: Record<string, string> = {};
  for (const [name, run] of Object.entries(erasures)) {
    const view = await note(name, run);
    if (view !== null) ids[name] = view.trackingId;
  }
  const items = [{ value: "later", token_name: "Text Token" }];
  const later = await note("job", () => trySubmit(vault, items));
  await work(vault);
  for (const [name, id] of Object.entries(ids)) {
    const view = await note(`record ${name}`, () => calls.readDeletion(caller, id));
    if (view === null) continue;
    if (view.state !== "SUCCESS") found[name] = `${view.state}, ${view.blocked?.by}`;
    else if (view.quarantined > 0) found[`quarantined ${name}`] = String(view.quarantined);
  }
  if (later !== null) {
    const [row] = await rows(vault, "SELECT state FROM job WHERE tracking_id = ?", later);
    // In tests, results are kept only for a moment.
    const state = String(row?.["state"]);
    if (state !== "SUCCESS" && state !== "PURGED") found["job"] = state;
  }
  await calls.setHold(false);
  const end = await requestEnd(vault).then(
    async () => (await pushEnd(vault)).state,
    (error) => `THROWN ${String(error)}`,
  );
  if (end !== "SUCCESS") found["end"] = end;
  return found;
}

/** Run alarms, skipping waits, until all deletions have ended or make no progress. */
async function work(vault: NamedVault): Promise<void> {
  for (let i = 0; i < 8; i++) {
    await rows(vault, "UPDATE deletion SET due = 1 WHERE due > 1");
    await runDurableObjectAlarm(vault.object);
    // Throws where the database cannot be opened.
    await vault.calls.wake().catch(() => false);
    const [open] = await rows(vault, "SELECT count(*) AS n FROM deletion WHERE state <> 'SUCCESS'");
    if (open?.["n"] === 0) return;
  }
}

/** Damage a cell, and make the object read its database again. */
async function inflict({ vault }: Populated, { table, column, row, as }: Damage): Promise<void> {
  await rows(vault, `UPDATE ${table} SET ${column} = ${as} WHERE ${row}`);
  await evictDurableObject(vault.object);
}
