// masking-vault erase: shows what an erasure would remove, asks for the namespace, erases.

import type { ErasureTarget } from "../../../clients/typescript/src/index.ts";
import { EXIT, readInput, usageFailure, wholeNumber } from "../../run/cli/command.ts";
import { countOf } from "../../run/cli/report.ts";
import { confirmErasure, previewErasure, previewText } from "../../run/client/confirm-erasure.ts";
import { CLIENT_OPTIONS, noMoreWords, runClient, TOKEN_HELP } from "../../run/client/run-client.ts";

const HELP = `Erase mappings irreversibly: nobody can get the values back. It first shows how
many, and asks.

  npm run -s cli -- erase --values person.txt --dry-run
  npm run -s cli -- erase --older-than 365 --yes NAMESPACE

  --before DATE      masked before that day (YYYY-MM-DD, UTC)
  --older-than DAYS  masked so many days ago
  --values FILE      of one person, in any spelling: a value on each line
  --tokens FILE      of one person, by tokens; - is standard input
  --attribute KEY=VALUE  masked with that attribute; VALUE is JSON, else a text
  --dry-run          only show how many
  --yes NAMESPACE    do not show or ask; the namespace's name or id
${TOKEN_HELP}
It waits for the end; after Ctrl-C the erasure continues, and watch follows it.`;

const OPTIONS = {
  ...CLIENT_OPTIONS,
  before: { type: "string" },
  "older-than": { type: "string" },
  values: { type: "string" },
  tokens: { type: "string" },
  attribute: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  yes: { type: "string" },
} as const;

await runClient(HELP, OPTIONS, async ({ client, words, options, signal, say }) => {
  noMoreWords(words, 0);
  const target = targetOf(options);
  if (options["dry-run"]) {
    const preview = await previewErasure(client, target, options, signal);
    await say({ dry_run: true, ...preview }, previewText(preview));
    return EXIT.ok;
  }
  await confirmErasure(client, target, options, signal);
  const accepted = await client.erase(target, { signal });
  const id = "tracking_id" in accepted ? accepted.tracking_id : "";
  process.stderr.write(`Erasure ${id} has begun.\n`);
  const record = await client.waitForErasure(id, { signal });
  const { cleared } = record.progress;
  await say(
    record,
    `${countOf(cleared, "mapping")} erased: ${record.status}. Its receipt: receipt ${id}`,
  );
  return record.status === "SUCCESS" ? EXIT.ok : EXIT.failed;
});

type Targets = { readonly [Name in keyof typeof OPTIONS]?: unknown };

function targetOf(options: Targets): ErasureTarget {
  const names = ["before", "older-than", "values", "tokens", "attribute"] as const;
  const [name, ...more] = names.filter((one) => options[one] !== undefined);
  if (name === undefined || more.length > 0) {
    throw usageFailure(
      `Say what to erase, in one of ${names.map((one) => `--${one}`).join(", ")}.`,
    );
  }
  const text = String(options[name]);
  if (name === "before") return { date: text };
  if (name === "older-than") return { duration: wholeNumber(name, text, 1, 100_000) };
  if (name === "values") return { values: linesOf(text) };
  if (name === "tokens") return { tokens: linesOf(text) };
  const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === "") throw usageFailure("--attribute is KEY=VALUE.");
  return { key, value: jsonOr(value) };
}

function linesOf(file: string): string[] {
  const lines = readInput(file === "-" ? "/dev/stdin" : file).split(/\r?\n/);
  return lines.filter((line) => line.trim() !== "");
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
