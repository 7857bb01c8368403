// Opens the sealed data of rows (values of mappings, or attributes), with one call per key.
import { type ByteSlices, joinedSlices, slicesAt } from "../../core/byte-slices.ts";
import { dayOf } from "../../core/time.ts";
import { fromUtf8Slices } from "../../crypto/encoding.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { StoredMapping } from "../store/mappings.ts";

/** A row with data sealed under a day key. */
export interface SealedRow {
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
}

/** A row's day, and the context that its seal is bound to. */
export interface SealBinding<Row> {
  dayOf(row: Row): number;
  contextOf(row: Row): Uint8Array<ArrayBuffer>;
}

/** The values of mappings; otherwise like `openRows`. */
export async function openValues(
  base: NamespaceBase,
  rows: readonly StoredMapping[],
): Promise<string[] | null> {
  const opened = await openRows(base.keyring, rows, valueSealBinding(base));
  return opened === null ? null : fromUtf8Slices(opened);
}

/** Day and context of mappings' values. */
export function valueSealBinding({
  context,
}: Pick<NamespaceBase, "context">): SealBinding<StoredMapping> {
  return {
    dayOf: dayOfMapping,
    contextOf: ({ id, kind, created, keyVersion }) =>
      context("value", dayOf(created), keyVersion, id, kind),
  };
}

/** The rows that open, in order, and their plaintexts. */
interface ReadableRows<Row> {
  readonly rows: readonly Row[];
  readonly opened: ByteSlices;
}

/** The rows that open, without damaged ones; keys may be destroyed meanwhile, so the caller compares the epoch. */
export async function openReadable<Row extends SealedRow>(
  keyring: Keyring,
  rows: readonly Row[],
  binding: SealBinding<Row>,
): Promise<ReadableRows<Row>> {
  const opened = await openRows(keyring, rows, binding).catch(() => null);
  if (opened !== null) return { rows, opened };
  const readable: Row[] = [];
  const parts: ByteSlices[] = [];
  for (const row of rows) {
    const part = await openRows(keyring, [row], binding).catch(() => null);
    if (part === null) continue;
    readable.push(row);
    parts.push(part);
  }
  return { rows: readable, opened: joinedSlices(parts) };
}

/** The rows' plaintexts, in order. Null when a key has been destroyed since they were read. Throws on damage. */
export async function openRows<Row extends SealedRow>(
  keyring: Keyring,
  rows: readonly Row[],
  binding: SealBinding<Row>,
): Promise<ByteSlices | null> {
  const opened: ByteSlices[] = [];
  /** Index of each row's plaintext in `opened`. */
  const positions: number[] = [];
  let count = 0;
  for (const { day, version, indexes } of groupsOf(rows, binding)) {
    const key = await keyring.dayKey(day, version);
    if (key === null) return null;
    const ofKey = indexes.map((index) => rows[index] as Row);
    const sealed = ofKey.map((row) => row.sealed);
    const plaintexts = await key.open(sealed, (i) => binding.contextOf(ofKey[i] as Row));
    if (indexes.length === rows.length) return plaintexts;
    for (const index of indexes) positions[index] = count++;
    opened.push(plaintexts);
  }
  return slicesAt(joinedSlices(opened), positions);
}

/** Rows sealed under one key. */
interface Group {
  readonly day: number;
  readonly version: number;
  readonly indexes: number[];
}

function groupsOf<Row extends SealedRow>(
  rows: readonly Row[],
  { dayOf }: SealBinding<Row>,
): Iterable<Group> {
  const byKey = new Map<string, Group>();
  let group: Group | undefined;
  rows.forEach((row, index) => {
    const [day, version] = [dayOf(row), row.keyVersion];
    // Usually all rows have the same key.
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
