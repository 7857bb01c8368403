// Opens what rows hold: values of mappings, or attributes. All rows of one key in one call.
import { dayOf } from "../../core/time.ts";
import { fromUtf8All } from "../../crypto/encoding.ts";
import type { DayKey } from "../../crypto/keys.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { StoredMapping } from "../store/mappings.ts";

/** A row with something sealed under a day's key. */
interface SealedRow {
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
}

/** Where a row belongs: its day, and what its seal is bound to (read at once). */
interface Places<Row> {
  dayOf(row: Row): number;
  contextOf(row: Row): Uint8Array<ArrayBuffer>;
}

/** The values of mappings. As `openRows`. */
export async function openValues(
  { keyring, context }: NamespaceBase,
  rows: readonly StoredMapping[],
): Promise<string[] | null> {
  const opened = await openRows(keyring, rows, {
    dayOf: dayOfMapping,
    contextOf: ({ id, kind, created, keyVersion }) =>
      context("value", dayOf(created), keyVersion, id, kind),
  });
  return opened === null ? null : fromUtf8All(opened);
}

/** What the rows hold, in order. Null when a key has been destroyed since they were read. Throws on damage. */
export async function openRows<Row extends SealedRow>(
  keyring: Keyring,
  rows: readonly Row[],
  places: Places<Row>,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const opened: Uint8Array<ArrayBuffer>[] = new Array(rows.length);
  for (const { day, version, at } of groups(rows, places)) {
    const key: DayKey | null = await keyring.dayKey(day, version);
    if (key === null) return null;
    const ofKey = at === null ? rows : at.map((i) => rows[i] as Row);
    const plaintexts = await key.openAll(ofKey.map(sealedOf), (i) =>
      places.contextOf(ofKey[i] as Row),
    );
    // Mostly all rows have one key: then their plaintexts stay end to end.
    if (at === null) return plaintexts;
    at.forEach((to, i) => {
      opened[to] = plaintexts[i] as Uint8Array<ArrayBuffer>;
    });
  }
  return opened;
}

/** Rows of one key. */
interface Group {
  readonly day: number;
  readonly version: number;
  /** Their places; null for all. */
  readonly at: number[] | null;
}

function groups<Row extends SealedRow>(rows: readonly Row[], { dayOf }: Places<Row>): Group[] {
  const [first] = rows;
  if (first === undefined) return [];
  const [day, version] = [dayOf(first), first.keyVersion];
  if (rows.every((row) => row.keyVersion === version && dayOf(row) === day)) {
    return [{ day, version, at: null }];
  }
  const keyOf = (i: number) => {
    const row = rows[i] as Row;
    return `${dayOf(row)}.${row.keyVersion}`;
  };
  return Array.from(Map.groupBy(rows.keys(), keyOf).values(), (at) => {
    const one = rows[at[0] ?? 0] as Row;
    return { day: dayOf(one), version: one.keyVersion, at };
  });
}

const dayOfMapping = ({ created }: StoredMapping): number => dayOf(created);
const sealedOf = (row: SealedRow): ArrayBuffer => row.sealed;
