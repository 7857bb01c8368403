// masking-vault watch: follows a job or an erasure until it has ended.

import {
  type VaultClient,
  VaultError,
  type WaitOptions,
} from "../../../clients/typescript/src/index.ts";
import { EXIT, wholeNumber } from "../../run/cli/command.ts";
import { count } from "../../run/cli/report.ts";
import {
  CLIENT_OPTIONS,
  runClient,
  showProgress,
  TOKEN_HELP,
  wordOf,
} from "../../run/client/run-client.ts";

const HELP = `Follow a job or an erasure until it has ended. On a terminal it shows the
progress.

  npm run -s cli -- watch ID

  --max-wait SECONDS  then end with exit code 75; else it waits for ever
${TOKEN_HELP}
Here 0: it succeeded; 1: it did not (failed, cancelled, purged).`;

const OPTIONS = { ...CLIENT_OPTIONS, "max-wait": { type: "string" } } as const;

await runClient(HELP, OPTIONS, async ({ client, words, options, signal, say }) => {
  const id = wordOf(words, 0, "ID");
  const { "max-wait": longest } = options;
  const until = longest && { maxWaitMs: 1000 * wholeNumber("max-wait", longest, 0, 10_000_000) };
  const onProgress: WaitOptions["onProgress"] = ({ done, total }) =>
    showProgress(total === null ? "counting" : `${count(done)} of ${count(total)}`);
  const ended = await follow(client, id, { ...until, signal, onProgress }).finally(() =>
    showProgress(""),
  );
  await say(ended, `${id} has ended: ${ended.status}`);
  return ended.status === "SUCCESS" ? EXIT.ok : EXIT.failed;
});

/** Ids of jobs and erasures look alike, and a token may have access to only one of them. */
async function follow(client: VaultClient, id: string, options: WaitOptions) {
  try {
    await client.jobs.get(id, { signal: options.signal });
  } catch (error) {
    if (error instanceof VaultError && (error.status === 404 || error.status === 403)) {
      return client.waitForErasure(id, options);
    }
    throw error;
  }
  const [job] = await client.jobs.wait(id, options);
  return { tracking_id: id, status: "SUCCESS", ...job };
}
