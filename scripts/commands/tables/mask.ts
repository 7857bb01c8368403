// masking-vault mask: masks the values of some columns of a table.

import { parseFileAndOptions, runCommand } from "../../run/cli/command.ts";
import { readChoices, rulesOf } from "../../run/table/columns.ts";
import { masking } from "../../run/table/exchange-rows.ts";
import { runTable, TABLE_HELP, TABLE_OPTIONS } from "../../run/table/run-table.ts";

const HELP = `Mask columns of a CSV or NDJSON file of any length; the others stay as they are.

  npm run -s cli -- mask a.csv --columns mail:"Email Address" --output b.csv

  --columns LIST     NAME:HOW separated by commas; may be repeated. HOW:
                     auto (finds personal data), a token name (Person Token), a
                     format (Email Address) or both (Text Token/Email Address)
  --on-error continue  leave a refused value empty and report it on standard
                     error, instead of failing
${TABLE_HELP}`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, TABLE_OPTIONS);
  const choices = readChoices(options.columns ?? []);
  const names = choices.map(({ name }) => name);
  return runTable(file, options, {
    verb: "masked",
    exchangeOf: async (client, beside, signal) =>
      masking(client, names, await rulesOf(client, choices, signal), beside),
  });
});
