// Before mappings are erased: shows how many of which namespace, and asks the person to confirm.

import { createInterface } from "node:readline/promises";
import type { ErasureTarget, VaultClient } from "../../../clients/typescript/src/index.ts";
import { CommandFailure, EXIT, usageFailure } from "../cli/command.ts";
import { countOf } from "../cli/report.ts";
import { type ConnectionOptions, namespaceIdOf, secretOf } from "./connection.ts";

type Options = ConnectionOptions & { readonly yes?: string | undefined };

/** What an erasure would remove. */
export type Preview = TokenNamespace & { readonly would_clear: number };

/** The token's namespace: its name, and its id, as in tokens and receipts. */
type TokenNamespace = { readonly name: string; readonly namespace: string };

async function tokenNamespace(
  client: VaultClient,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<TokenNamespace> {
  const namespace = namespaceIdOf(secretOf(options, "MASKING_VAULT_TOKEN"));
  const { data } = await client.call("readAllNamespacesUsage", { signal });
  return { name: data.details[0]?.namespace ?? namespace, namespace };
}

/** The token's namespace, and how many of its mappings would be erased. */
export async function previewErasure(
  client: VaultClient,
  target: ErasureTarget,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Preview> {
  const found = await tokenNamespace(client, options, signal);
  const counted = await client.erase(target, { dry_run: true, signal });
  if ("would_clear" in counted) return { ...found, would_clear: counted.would_clear };
  const { response } = await client.waitForErasure(counted.tracking_id, { signal });
  const would_clear = response !== null && "would_clear" in response ? response.would_clear : 0;
  return { ...found, would_clear };
}

/** The preview as text. */
export function previewText({ name, namespace, would_clear }: Preview): string {
  return `${countOf(would_clear, "mapping")} of the namespace ${name} (id ${namespace}) would be erased.`;
}

/** Show the preview and ask for the namespace; `--yes` replaces both. Throws unless it is the token's. */
export async function confirmErasure(
  client: VaultClient,
  target: ErasureTarget,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  if (options.yes === undefined && !process.stdin.isTTY) {
    throw usageFailure("Give the namespace's name as --yes where nobody can type it.");
  }
  const preview =
    options.yes === undefined ? await previewErasure(client, target, options, signal) : null;
  const { name, namespace } = preview ?? (await tokenNamespace(client, options, signal));
  const given = preview === null ? options.yes : await askToConfirm(preview, signal);
  if (given === name || given === namespace) return;
  const what = "That is neither the name nor the id of the token's namespace.";
  throw new CommandFailure(`${what} Nothing was changed.`, EXIT.usage);
}

async function askToConfirm(preview: Preview, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${previewText(preview)}\nType that name to erase for good: `;
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}
