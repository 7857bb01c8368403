// Long lists of small asynchronous work, in runs.

/** Values of one run: short enough to let others in between. */
const RUN = 256;

/**
 * Do something to all items of a list, a run at a time. Between runs other requests get a turn:
 * waiting for WebCrypto alone does not let them in, a timer does.
 */
export async function inRuns<T>(
  items: readonly T[],
  work: (run: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += RUN) {
    if (at > 0) await scheduler.wait(0);
    await work(items.slice(at, at + RUN));
  }
}
