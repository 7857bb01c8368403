// Named points between steps at which a test build can yield, fail or stop. A shipped Worker has none: TEST_BUILD is a
// compile-time constant, so the calls are cut out of the bundle.

declare global {
  const TEST_BUILD: boolean;
}

type Hook = (point: string) => Promise<void> | void;

let hook: Hook = () => scheduler.wait(0);

/** Replace what happens at each failpoint (test builds only); null restores the plain yield. */
export function setFailpointHook(next: Hook | null): void {
  hook = next ?? (() => scheduler.wait(0));
}

/**
 * A named point after an await. In test builds it lets other requests run, so that a missing re-check makes a test fail.
 * Call it as `if (TEST_BUILD) await failpoint("room.step")`.
 */
export async function failpoint(point: string): Promise<void> {
  await hook(point);
}
