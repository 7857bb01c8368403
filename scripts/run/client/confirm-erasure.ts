// Before mappings are erased: how many, of which namespace, and whether that is what the person wants.

import { createInterface } from "node:readline/promises";
import type { ErasureTarget, VaultClient } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, usageFailure } from "../cli/command.ts";
import { countOf } from "../cli/report.ts";
import { type ConnectionOptions, namespaceIdOf, secretOf } from "./connection.ts";

type Options = ConnectionOptions & { readonly yes?: string | undefined };

/** What an erasure would come to. */
export type Preview = { readonly namespace: string; readonly would_clear: number };

/** The id of the token's namespace, and how many of its mappings would go. */
export async function previewErasure(
  client: VaultClient,
  target: ErasureTarget,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Preview> {
  const namespace = namespaceIdOf(secretOf(options, "MASKING_VAULT_TOKEN"));
  const counted = await client.erase(target, { dry_run: true, signal });
  if ("would_clear" in counted) return { namespace, would_clear: counted.would_clear };
  const { response } = await client.waitForErasure(counted.tracking_id, { signal });
  const would_clear = response !== null && "would_clear" in response ? response.would_clear : 0;
  return { namespace, would_clear };
}

/** The same for people. */
export function previewText({ namespace, would_clear }: Preview): string {
  return `${countOf(would_clear, "mapping")} of the namespace with the id ${namespace} would be erased.`;
}

/** Show that and have the namespace typed; where `--yes` gives it, nothing is shown and nobody asked. Throws unless it is the token's. */
export async function confirmErasure(
  client: VaultClient,
  target: ErasureTarget,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const namespace = namespaceIdOf(secretOf(options, "MASKING_VAULT_TOKEN"));
  if (options.yes === undefined && !process.stdin.isTTY) {
    throw usageFailure("Give the namespace's id as --yes where nobody can type it.");
  }
  const given =
    options.yes ?? (await typed(await previewErasure(client, target, options, signal), signal));
  if (given === namespace) return;
  // Its name is the operator's alone: no namespace token is told it.
  const what =
    "That is not the id of the token's namespace, 32 letters and digits; its name is none.";
  throw new CommandFailure(`${what} Nothing was changed.`, EXIT.usage);
}

async function typed(preview: Preview, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${previewText(preview)}\nType that id (not the namespace's name) to erase for good: `;
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}
