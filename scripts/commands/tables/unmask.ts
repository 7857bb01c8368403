// masking-vault unmask: unmasks the tokens in some columns of a table.

import { parseFileAndOptions, runCommand } from "../../run/cli/command.ts";
import { namesIn } from "../../run/table/columns.ts";
import { unmasking } from "../../run/table/exchange-rows.ts";
import { runTable, TABLE_HELP, TABLE_OPTIONS } from "../../run/table/run-table.ts";

const HELP = `Unmask columns of a CSV or NDJSON file that mask has written.

  npm run -s cli -- unmask b.csv --columns mail,name --output a.csv

  --columns LIST     names separated by commas; may be repeated
  --on-error continue  leave a refused value as it is and report it on
                     standard error, instead of failing
${TABLE_HELP}`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, TABLE_OPTIONS);
  const names = namesIn(options.columns ?? []);
  return runTable(file, options, {
    verb: "unmasked",
    exchangeOf: async (client, beside) => unmasking(client, names, beside),
  });
});
