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

/** Lets other requests run after an await, so that tests see a missing re-check: `if (TEST_BUILD) await failpoint("…")`. */
export async function failpoint(point: string): Promise<void> {
  await hook(point);
}
