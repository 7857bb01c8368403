// After a new root key version is added: wraps again, slice by slice, the keys wrapped with an older one. Keys made
// meanwhile are wrapped with the newest; so when none is left here, the older versions are not needed any more.

import { err, ok } from "../../core/result.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { Reply } from "../rpc.ts";
import {
  WRAPPED_KINDS,
  type WrappedKeyRow,
  type WrappedKeyStore,
  type WrappedKind,
} from "../store/keys.ts";
import type { SettingStore } from "../store/settings.ts";
import type { KeysWrapped } from "../usage-rpc.ts";
import type { Blindings } from "./blindings.ts";
import { type KeyBinding, type Keyring, OWN_KEYS } from "./keyring.ts";

const KEYS_PER_SLICE = 500;
/** Keys that one call wraps, in about a second. */
const KEYS_PER_CALL = 10_000;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly settings: SettingStore;
  readonly wrappedKeys: WrappedKeyStore;
  readonly keyring: Keyring;
  readonly blindings: Blindings;
}

/**
 * Wraps a namespace's keys with this root key version, which must be the newest here; as many as one call may. A key
 * that does not open stays as it is: no version opens it. Fails with `root_key_mismatch`.
 */
export async function wrapKeysAnew(parts: Parts, version: number): Promise<Reply<KeysWrapped>> {
  const { storage, settings, wrappedKeys, keyring, blindings } = parts;
  await keyring.requireRoot();
  if ((await keyring.rootVersion()) !== version) {
    return err({ code: "root_key_mismatch", detail: `version ${version} is not the newest one` });
  }
  await blindings.prepare(0);
  let [wrapped, unreadable] = [0, 0];
  for (const kind of WRAPPED_KINDS) {
    let skipped = 0;
    for (;;) {
      const older = wrappedKeys.older(
        kind,
        { version, live: liveOf(parts) },
        KEYS_PER_SLICE,
        skipped,
      );
      if (older.length === 0) break;
      const anew = await Promise.all(older.map((row) => wrapAnew(parts, kind, row)));
      if (TEST_BUILD) await failpoint("rotation.wrapped");
      const readable = anew.filter((row) => row !== null);
      storage.transactionSync(() => wrappedKeys.replace(kind, readable));
      skipped += older.length - readable.length;
      wrapped += readable.length;
      if (TEST_BUILD) await failpoint("rotation.written");
      if (wrapped >= KEYS_PER_CALL) return ok({ wrapped, unreadable: 0, isDone: false });
      await yieldToCallers();
    }
    unreadable += skipped;
  }
  const isDone = wrappedKeys.countOlder({ version, live: liveOf(parts) }) === unreadable;
  if (isDone) noteRootVersion(settings, version);
  return ok({ wrapped, unreadable, isDone });
}

/** Record that every key is wrapped with this version. */
export function noteRootVersion(settings: SettingStore, version: number): void {
  settings.put("root_oldest", version);
  settings.put("root_newest", version);
}

/** Read again after each await, because a blinding may have ended. */
function liveOf({ blindings }: Parts): string[] {
  return [...OWN_KEYS, ...blindings.rows.keys()];
}

async function wrapAnew({ keyring, blindings }: Parts, kind: WrappedKind, row: WrappedKeyRow) {
  const anew = await keyring.wrapAnew(bindingOf(blindings, kind, row), row.wrapped);
  return anew === null ? null : { ...row, anew };
}

function bindingOf(blindings: Blindings, kind: WrappedKind, { a, b }: WrappedKeyRow): KeyBinding {
  if (kind !== "own") return [kind, Number(a), b];
  const version = blindings.rows.get(String(a));
  return version === undefined ? [a as (typeof OWN_KEYS)[number], 0, 0] : ["blinding", version, 0];
}
