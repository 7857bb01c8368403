// Runs slices of jobs by hand, with chunks of a length that a test chooses.
import { expect } from "vitest";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { accepted, maskSubmission, type OpenVault, payloadOf, rows } from "./fresh-vault.ts";
import { inNamespace } from "./inside.ts";

/** An item of a mask job. */
export type Item = Record<string, unknown>;

/** An item with a given token name. */
export const named = (value: string): Item => ({ value, token_name: "Text Token" });

/** Submit a job of these chunks, and run `slices` slices of up to `most` chunks. */
export async function runSlices(
  vault: OpenVault,
  chunks: readonly (readonly Item[])[],
  { most, slices }: { most: number; slices: number },
  between: (namespace: Namespace) => unknown = () => undefined,
): Promise<string> {
  const texts = chunks.map((items) => [items.length, JSON.stringify(items).slice(1, -1)] as const);
  let trackingId = "";
  const work = async (namespace: Namespace) => {
    const payload = payloadOf(texts);
    trackingId = accepted(await namespace.intake.submit(vault.caller, maskSubmission(), payload));
    for (let i = 0; i < slices; i++) {
      expect(await namespace.runner.runSlice(most)).toBe(true);
      await between(namespace);
    }
  };
  // Long enough that results are read before they expire, even on a busy machine.
  await inNamespace(vault, work, { retentionMs: 600_000 });
  return trackingId;
}

/** Progress of the only job. */
export async function progressOf(vault: OpenVault): Promise<unknown> {
  const [row] = await rows(
    vault,
    "SELECT state, done_chunks, done_items, error_code, error_index FROM job",
  );
  return row;
}
