// masking-vault unmask: unmasks the tokens in some columns of a table.

import { parseFileAndOptions, runCommand } from "../../run/cli/command.ts";
import { namesIn } from "../../run/table/columns.ts";
import { unmasking } from "../../run/table/exchange-rows.ts";
import { runTable, TABLE_HELP, TABLE_OPTIONS } from "../../run/table/run-table.ts";

const HELP = `Turn back columns of a CSV or NDJSON file that mask has masked.

  npm run -s cli -- unmask b.csv --columns mail,name --output a.csv

  --columns LIST     names with commas between them; may be given again
  --on-error continue  leave what is refused as it is and tell of it on standard
                     error, instead of failing
${TABLE_HELP}`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, TABLE_OPTIONS);
  const names = namesIn(options.columns ?? []);
  return runTable(file, options, {
    verb: "unmasked",
    exchangeOf: async (client, beside) => unmasking(client, names, beside),
  });
});
