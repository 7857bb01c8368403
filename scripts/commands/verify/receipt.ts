// npm run verify-receipt: verifies an erasure receipt offline and prints its statements.

import {
  CommandFailure,
  EXIT,
  parseFileAndOptions,
  readInput,
  runCommand,
  usageFailure,
} from "../../run/cli/command.ts";
import { verifyTexts } from "../../run/receipt/verify.ts";
import { describeReceipt } from "../../run/receipt/words.ts";

const HELP = `Verify an erasure receipt offline, and print what it states.

  curl -s https://HOST/.well-known/jwks.json > jwks.json
  npm run verify-receipt -- receipt.jws --jwks jwks.json

  FILE          the receipt (a compact JWS), or the JSON of the answer to
                job-status that holds it
  --jwks FILE   the service's key set. Fetch it yourself and keep it: whoever
                gives you a receipt should not also give you the keys. Keys are
                never removed from it, so old receipts verify.
  --json        print the result as one JSON object
Nothing is sent anywhere. A valid receipt proves that the service's key signed
exactly these statements. It does not prove that they are true, but the service
can no longer change or deny them.
Exit codes: 0 valid, 1 not valid (with the reason), 64 wrong usage.`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, {
    jwks: { type: "string" },
    json: { type: "boolean", default: false },
  });
  if (options.jwks === undefined) throw usageFailure("--jwks is missing.");
  const verdict = await verifyTexts(readInput(file), readInput(options.jwks));
  if (options.json) {
    console.log(JSON.stringify(verdict));
    return verdict.valid ? EXIT.ok : EXIT.failed;
  }
  if (!verdict.valid) throw new CommandFailure(`The receipt is not valid. ${verdict.reason}`);
  console.log(`The receipt is valid: signed by key ${verdict.kid}. It states:\n`);
  console.log(describeReceipt(verdict.statements));
  return EXIT.ok;
});
