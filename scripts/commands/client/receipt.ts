// masking-vault receipt: fetches the receipt of an erasure, and verifies it.

import { CommandFailure, EXIT, readInput } from "../../run/cli/command.ts";
import { CLIENT_OPTIONS, runClient, TOKEN_HELP, wordOf } from "../../run/client/run-client.ts";
import { verifyTexts } from "../../run/receipt/verify.ts";
import { describeReceipt } from "../../run/receipt/words.ts";

const HELP = `Fetch the receipt of an erasure, verify it, and print what it states.

  npm run -s cli -- receipt ID --jwks jwks.json
  npm run -s cli -- receipt ID --raw --output receipt.jws

  ID                 of the erasure
  --jwks FILE        a key set of the service that you have kept; else it is
                     fetched with the receipt, which proves less
  --raw              print the receipt itself, a compact JWS for verify-receipt
${TOKEN_HELP}
Here 1: it is not valid; 75: the erasure has not ended yet.`;

const OPTIONS = { ...CLIENT_OPTIONS, jwks: { type: "string" }, raw: { type: "boolean" } } as const;

await runClient(HELP, OPTIONS, async ({ client, words, options, signal, say }) => {
  const query = { tracking_id: wordOf(words, 0, "ID") };
  const { data } = await client.call("readDeletion", { query, signal });
  const { receipt, status } = data;
  if (receipt === null) {
    const code = status === "FAILED" ? EXIT.failed : EXIT.tryAgain;
    throw new CommandFailure(`There is no receipt: the erasure is ${status}.`, code);
  }
  const kept = options.jwks;
  const keys =
    kept === undefined
      ? JSON.stringify(await client.call("readKeys", { signal }))
      : readInput(kept);
  const verdict = await verifyTexts(receipt, keys);
  if (!verdict.valid) throw new CommandFailure(`The receipt is not valid. ${verdict.reason}`);
  const proof = kept === undefined ? " (of the same service: keep its key set, and give it)" : "";
  const heading = `The receipt is valid: signed by key ${verdict.kid}${proof}. It states:`;
  const text = `${heading}\n\n${describeReceipt(verdict.statements)}`;
  await say({ ...verdict, receipt }, options.raw ? receipt : text);
  return EXIT.ok;
});
