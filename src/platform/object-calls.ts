// How one object calls another, which may close itself meanwhile (vault/runtime/object-recycler.ts).
import { systemClock } from "./clock.ts";
import { type RawEnv, replayKeeperStub, vaultStub } from "./objects.ts";
import { openVaults } from "./open-objects.ts";

/**
 * What a call to an object says that was closed before the call began, or before the answer arrived
 * (vault/runtime/object-recycler.ts). It may be made again.
 */
export const CLOSED = "closed after an erasure";

/** Times a call is made that finds its object closed; each time after another deletion's end. */
const MAX_CALLS = 3;

/**
 * Call a namespace's Vault object; `call` runs again when the object was closed, once its database is. Throws what the
 * platform throws (object unreachable, overloaded, restarted), and where the runtime has no jurisdictions.
 */
export function callVaultObject<Rpc, T>(
  env: RawEnv,
  { nid, jurisdiction }: { readonly nid: string; readonly jurisdiction: string | null },
  call: (vault: Rpc) => Promise<T>,
): Promise<T> {
  return callWhileOpen(async () => {
    // In a loop: a timer may end before the clock has come so far.
    for (;;) {
      const closingMs = openVaults.closingFor(nid, systemClock());
      if (closingMs === 0) break;
      await scheduler.wait(closingMs);
    }
    return vaultStub<Rpc>(env, nid, jurisdiction);
  }, call);
}

/** Call what keeps a namespace's replay parts. Throws likewise. */
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
      // A stub stays broken once its object was closed.
      const answer = await call(await stub());
      // It has arrived: the object may close.
      (answer as Partial<Disposable> | null | undefined)?.[Symbol.dispose]?.();
      return answer;
    } catch (error) {
      const isClosed = error instanceof Error && error.message === CLOSED;
      if (!isClosed || calls === MAX_CALLS) throw error;
    }
  }
}

/**
 * An object's answer, to be given on as one's own. As it came it has a `dispose`, for which the runtime keeps both
 * calls open until the last caller lets go of it: plain data has none.
 */
export async function relay<T>(answer: Promise<T>): Promise<T> {
  const arrived = await answer;
  (arrived as Partial<Disposable> | null | undefined)?.[Symbol.dispose]?.();
  return structuredClone(arrived);
}
