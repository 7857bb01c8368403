// Opens what rows hold: values of mappings, or attributes. All rows of one key in one call.
import { type ByteSlices, joinedSlices, slicesAt } from "../../core/byte-slices.ts";
import { dayOf } from "../../core/time.ts";
import { fromUtf8Slices } from "../../crypto/encoding.ts";
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
  return opened === null ? null : fromUtf8Slices(opened);
}

/** What the rows hold, in order. Null when a key has been destroyed since they were read. Throws on damage. */
export async function openRows<Row extends SealedRow>(
  keyring: Keyring,
  rows: readonly Row[],
  places: Places<Row>,
): Promise<ByteSlices | null> {
  const opened: ByteSlices[] = [];
  /** Where what each row holds stands in what was opened. */
  const positions: number[] = [];
  let count = 0;
  for (const { day, version, indexes } of groupsOf(rows, places)) {
    const key: DayKey | null = await keyring.dayKey(day, version);
    if (key === null) return null;
    const ofKey = indexes.map((index) => rows[index] as Row);
    const sealed = ofKey.map((row) => row.sealed);
    const plaintexts = await key.open(sealed, (i) => places.contextOf(ofKey[i] as Row));
    if (indexes.length === rows.length) return plaintexts;
    for (const index of indexes) positions[index] = count++;
    opened.push(plaintexts);
  }
  return slicesAt(joinedSlices(opened), positions);
}

/** Rows of one key. */
interface Group {
  readonly day: number;
  readonly version: number;
  readonly indexes: number[];
}

function groupsOf<Row extends SealedRow>(
  rows: readonly Row[],
  { dayOf }: Places<Row>,
): Iterable<Group> {
  const byKey = new Map<string, Group>();
  let group: Group | undefined;
  rows.forEach((row, index) => {
    const [day, version] = [dayOf(row), row.keyVersion];
    // Mostly all rows have one key.
    if (group?.day !== day || group.version !== version) {
      const name = `${day}.${version}`;
      group = byKey.get(name) ?? { day, version, indexes: [] };
      byKey.set(name, group);
    }
    group.indexes.push(index);
  });
  return byKey.values();
}

const dayOfMapping = ({ created }: StoredMapping): number => dayOf(created);
