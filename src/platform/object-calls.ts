// How one object calls another, which may close itself in the meantime (vault/runtime/object-recycler.ts).
import { systemClock } from "./clock.ts";
import { type RawEnv, replayKeeperStub, vaultStub } from "./objects.ts";
import { openVaults } from "./open-objects.ts";

/**
 * Message of the error that a call gets when its object was closed before the call began or before its answer arrived
 * (vault/runtime/object-recycler.ts). The call may be made again.
 */
export const CLOSED = "closed after an erasure";

/** Most attempts at one call whose object closes; each retry means that another deletion has ended. */
const MAX_CALLS = 3;

/**
 * Call a namespace's Vault object. When the object was closed, `call` runs again once its database is closed. Throws what
 * the platform throws (object unreachable, overloaded, restarted), and when the runtime lacks the jurisdiction.
 */
export function callVaultObject<Rpc, T>(
  env: RawEnv,
  { nid, jurisdiction }: { readonly nid: string; readonly jurisdiction: string | null },
  call: (vault: Rpc) => Promise<T>,
): Promise<T> {
  return callWhileOpen(async () => {
    // In a loop, because a timer may fire before the clock has reached its time.
    for (;;) {
      const closingMs = openVaults.msUntilClosed(nid, systemClock());
      if (closingMs === 0) break;
      await scheduler.wait(closingMs);
    }
    return vaultStub<Rpc>(env, nid, jurisdiction);
  }, call);
}

/** Call the object that keeps a namespace's replay parts. Throws as `callVaultObject` does. */
export function callReplayKeeper<Rpc, T>(
  env: RawEnv,
  nid: string,
  call: (keeper: Rpc) => Promise<T>,
): Promise<T> {
  return callWhileOpen(async () => replayKeeperStub<Rpc>(env, nid), call);
}

async function callWhileOpen<Rpc, T>(
  stub: () => Promise<Rpc>,
  call: (object: Rpc) => Promise<T>,
): Promise<T> {
  for (let calls = 1; ; calls++) {
    try {
      // A new stub each time: a stub stays broken once its object was closed.
      const answer = await call(await stub());
      // Release the answer: as long as it is held, the object does not close.
      (answer as Partial<Disposable> | null | undefined)?.[Symbol.dispose]?.();
      return answer;
    } catch (error) {
      const isClosed = error instanceof Error && error.message === CLOSED;
      if (!isClosed || calls === MAX_CALLS) throw error;
    }
  }
}

/**
 * A copy of an object's answer, for the caller to return as its own. The original has a `dispose`, for which the runtime
 * keeps both calls open until the last caller releases it; plain data has none.
 */
export async function relay<T>(answer: Promise<T>): Promise<T> {
  const arrived = await answer;
  (arrived as Partial<Disposable> | null | undefined)?.[Symbol.dispose]?.();
  return structuredClone(arrived);
}
