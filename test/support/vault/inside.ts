// Opens a namespace a second time inside its object, over the same database, so that a test can count rows,
// use its own randomness or reduce the capacity.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { callbacksOf } from "../../../src/platform/callbacks.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import type { RawEnv } from "../../../src/platform/objects.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { recognizersOf } from "../../../src/platform/recognizers.ts";
import { recordHold } from "../../../src/vault/erasure/namespace-destroyer.ts";
import { type Namespace, openNamespace } from "../../../src/vault/namespace.ts";
import type { NamespaceSettings } from "../../../src/vault/namespace-base.ts";
import type { VaultRpc } from "../../../src/vault/rpc.ts";
import { ObjectRecycler } from "../../../src/vault/runtime/object-recycler.ts";
import { RegistryLink } from "../../../src/vault/runtime/registry-link.ts";
import { accepted, type OpenVault, submit } from "./fresh-vault.ts";

const NEVER_CLOSED = {
  isEnabled: false,
  nextDue: () => null,
  clock: systemClock,
  settle: async () => undefined,
  abort: () => undefined,
};

/** Open the namespace again over the same database, counting written rows and recording queries. */
export function inNamespace(
  vault: OpenVault,
  run: (
    namespace: Namespace,
    written: {
      rows: number;
      /** Number of waits for writes to reach the disk. */
      syncs: number;
      readonly queries: string[];
      databaseBytes(): number;
      /** Most rows read by one statement since the last call: no other caller can run meanwhile. */
      mostRead(): number;
      /** Begins or ends a legal hold, as the Vault does. */
      setHold(isOn: boolean): Promise<void>;
    },
  ) => Promise<void>,
  settings: Partial<NamespaceSettings> = {},
): Promise<void> {
  return runInDurableObject(vault.object, async (_, state) => {
    const { storage } = state;
    const queries: string[] = [];
    const databaseBytes = () => storage.sql.databaseSize;
    let cursors: { readonly rowsRead: number }[] = [];
    const mostRead = () => {
      const most = Math.max(0, ...cursors.map(({ rowsRead }) => rowsRead));
      cursors = [];
      return most;
    };
    const setHold = async (isOn: boolean) => {
      await recordHold(storage, env as unknown as RawEnv, isOn);
      await namespace.deletionService.setHold(isOn);
    };
    const written = { rows: 0, syncs: 0, queries, databaseBytes, mostRead, setHold };
    const sql = {
      exec: (query: string, ...bound: SqlStorageValue[]) => {
        const cursor = storage.sql.exec(query, ...bound);
        written.rows += cursor.rowsWritten;
        queries.push(query);
        cursors.push(cursor);
        return cursor;
      },
      get databaseSize() {
        return storage.sql.databaseSize;
      },
    };
    const counted = {
      sql,
      transactionSync: (block: () => void) => storage.transactionSync(block),
      sync: () => {
        written.syncs += 1;
        return storage.sync();
      },
    } as unknown as DurableObjectStorage;
    const namespace = openNamespace({
      storage: counted,
      nid: vault.nid,
      rootKeyText: (env as unknown as Record<string, unknown>)["VAULT_ROOT_KEY"],
      clock: systemClock,
      random: systemRandom,
      retentionMs: 1000,
      capacityBytes: 10 * 1024 ** 3,
      callbacks: callbacksOf({} as RawEnv),
      recognizers: recognizersOf({} as RawEnv),
      isAudited: false,
      isOwnDisk: true,
      recycler: new ObjectRecycler({ ...NEVER_CLOSED, wait: (ms) => scheduler.wait(ms) }),
      registry: new RegistryLink(env as unknown as RawEnv, vault.nid),
      ...settings,
    });
    await run(namespace, written);
  });
}

/** Submit a job inside the object, where no alarm is set for it; returns its tracking id. */
export function submitIn(
  namespace: Namespace,
  { caller }: Pick<OpenVault, "caller">,
  items: readonly unknown[],
  options: Parameters<typeof submit>[3] = {},
): Promise<string> {
  const submitJob: VaultRpc["submitJob"] = (...job) => namespace.intake.submit(...job);
  return submit({ caller, calls: { submitJob } }, items, "mask", options);
}

/** Mask values of one kind, inside the object. */
export async function mask(
  namespace: Namespace,
  values: string[],
  kind: number,
  attributes: (string | null)[] = values.map(() => null),
): Promise<string[]> {
  const reply = accepted(
    await namespace.masker.mask({
      values,
      policySetVersion: 0,
      kinds: values.map(() => kind),
      attributes,
    }),
  );
  return reply.tokens;
}
