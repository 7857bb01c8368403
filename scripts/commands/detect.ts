// npm run -s detect -- FILE.jsonl: prints what auto-detect finds in texts, with every entity type enabled.

import { readRecords } from "../quality/detect/benchmark.ts";
import { canonicalType } from "../quality/detect/predictions.ts";
import { everyEntity } from "../quality/detect/tagger-model.ts";
import { parseFileAndOptions, runCommand } from "../run/cli/command.ts";

const HELP = `Find sensitive values in texts; masks and stores nothing.

  npm run -s detect -- FILE.jsonl           lines of {"id","text"}
  npm run -s detect -- --canonical FILE     types in the benchmark's words (EMAIL, PHONE ...)

Prints {"id","spans":[{"start","end","type","score"}]} for each line: offsets in UTF-16 code units, end
exclusive, types as GET metadata/entities names them. Every entity type is looked for.
Exit codes: 0 done, 1 the file cannot be read, 64 wrong usage.`;

await runCommand(async () => {
  const { file, options } = parseFileAndOptions(HELP, {
    canonical: { type: "boolean" },
  });
  const find = everyEntity();
  for (const { id, text } of readRecords(file)) {
    const spans = find(text).map(({ start, end, entityType, score }) => {
      const type = options.canonical ? canonicalType(entityType) : entityType;
      return { start, end, type, score };
    });
    await write(`${JSON.stringify({ id, spans })}\n`);
  }
});

/** Waits for a slow reader, so that no output is lost at the exit. */
function write(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(line, () => resolve()));
}
