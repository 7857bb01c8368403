// What the demo does with a file: its cells masked as one job, and then what that is worth. Each check says
// what it saw, or fails.

import { CommandFailure } from "../run/cli/command.ts";
import { count } from "../run/cli/report.ts";
import type { Cell } from "./customer-file.ts";
import type { OnProgress, VaultClient } from "./vault-client.ts";

/** A cell with its token, and the entity types found in a text. */
export type MaskedCell = Cell & { token: string; found: readonly string[] };

/** Everything a check may use. */
export type CheckContext = {
  /** May make clients of any namespace. */
  operator: VaultClient;
  /** May mask and unmask in the file's namespace. */
  client: VaultClient;
  namespace: string;
  masked: readonly MaskedCell[];
};

/** Cells of one synchronous request: under the service's 1,000 items and 1 MiB with room. */
const SAMPLE_CELLS = 1_000;
const SAMPLE_BYTES = 500_000;

/** The checks in the order they run. */
export const CHECKS: readonly [title: string, run: (context: CheckContext) => Promise<string>][] = [
  ["Compare tokens", compareTokens],
  ["Unmask a sample", unmaskSample],
  ["Try a mask-only token", tryMaskOnlyToken],
  ["Try another namespace", tryOtherNamespace],
];

/** Follow a mask job of these cells to its end; the cells come back with their tokens, in order. */
export async function awaitMaskJob(
  client: VaultClient,
  trackingId: string,
  cells: readonly Cell[],
  onProgress: OnProgress,
): Promise<MaskedCell[]> {
  const job = await client.awaitJob(trackingId, onProgress);
  if (job.status !== "SUCCESS") {
    const cell = job.error_item_index === null ? undefined : cells[job.error_item_index];
    const where = cell ? ` It is row ${cell.row + 1}, column ${cell.column}.` : "";
    throw new CommandFailure(`The job ended ${job.status}: ${job.error_msg}.${where}`);
  }
  const result = job.result ?? [];
  if (result.length !== cells.length) {
    throw new CommandFailure(`The job gave ${result.length} results for ${cells.length} cells.`);
  }
  return cells.map((cell, index) => {
    const { value, token_value = "", individual_tokens = [] } = result[index] ?? {};
    if (value === cell.item.value) {
      return { ...cell, token: token_value, found: individual_tokens.map((one) => one.pii_type) };
    }
    throw new CommandFailure(`Result ${index} belongs to another cell than the one submitted.`);
  });
}

/** A token from before an erasure means nothing now, and its value gets another one. */
export async function tryErasedToken({ client, masked }: CheckContext): Promise<string> {
  const cell = masked.find(isMasked);
  if (cell === undefined) return "nothing was masked";
  const { status } = await client.unmask([cell.token]);
  if (status !== 400) {
    throw new CommandFailure(`An erased token was answered ${status} instead of 400.`);
  }
  if ((await client.mask(cell.item)) === cell.token) {
    throw new CommandFailure("A value masked again got its erased token back.");
  }
  return "refused: 400; masked again, a new token";
}

/** A note in which nothing was found stays as it is: there is nothing to turn back. */
export function isMasked({ item, token }: MaskedCell): boolean {
  return token !== item.value;
}

/** Nothing passed in clear, equal values share a token, different ones do not. */
async function compareTokens({ masked }: CheckContext): Promise<string> {
  const tokensByValue = new Map<string, string>();
  const valuesByToken = new Map<string, string>();
  for (const cell of masked) {
    const { row, column, item, token } = cell;
    if (item.token_name === undefined) continue;
    const where = `row ${row + 1}, column ${column}`;
    const [valueKey, tokenKey] = [`${column}:${item.value}`, `${column}:${token}`];
    if (!isMasked(cell)) throw new CommandFailure(`A value was not masked: ${where}.`);
    if ((tokensByValue.get(valueKey) ?? token) !== token) {
      throw new CommandFailure(`Equal values got different tokens: ${where}.`);
    }
    if ((valuesByToken.get(tokenKey) ?? item.value) !== item.value) {
      throw new CommandFailure(`Different values got the same token: ${where}.`);
    }
    tokensByValue.set(valueKey, token);
    valuesByToken.set(tokenKey, item.value);
  }
  return `${count(tokensByValue.size)} distinct values, ${count(valuesByToken.size)} distinct tokens`;
}

/** Whole rows from all over the file come back as they were, byte for byte. */
async function unmaskSample({ client, masked }: CheckContext): Promise<string> {
  const sample = sampleRows(masked);
  const { status, message, data } = await client.unmask(sample.map((cell) => cell.token));
  if (data === null) throw new CommandFailure(`Unmasking answered ${status}: ${message}`);
  const wrong = sample.filter(({ item }, index) => data[index] !== item.value);
  const identical = count(sample.length - wrong.length);
  const told = `unmasked ${count(sample.length)} of ${count(masked.length)} cells, ${identical} identical`;
  const [first] = wrong;
  if (first === undefined) return told;
  throw new CommandFailure(`${told}; the first wrong: row ${first.row + 1}, ${first.column}.`);
}

/** Who may only mask cannot turn anything back. */
async function tryMaskOnlyToken({ operator, namespace, masked }: CheckContext): Promise<string> {
  const maskOnly = await operator.issueClient(namespace, ["mask"]);
  const { status, message } = await maskOnly.unmask(firstRow(masked));
  if (status === 403) return `refused: 403 ${message}`;
  throw new CommandFailure(`A mask-only token was answered ${status} instead of 403.`);
}

/** Tokens mean nothing outside their namespace, each tried alone. */
async function tryOtherNamespace({ operator, namespace, masked }: CheckContext): Promise<string> {
  const stranger = await operator.issueClient(`${namespace}-other`, ["mask", "unmask"]);
  const tokens = firstRow(masked);
  for (const token of tokens) {
    const { status } = await stranger.unmask([token]);
    if (status === 400) continue;
    throw new CommandFailure(`Another namespace was answered ${status} for a token of ours.`);
  }
  return `all ${tokens.length} tokens of a row refused with 400`;
}

/** Every n-th row, so that one request holds cells from the whole file. */
function sampleRows(masked: readonly MaskedCell[]): MaskedCell[] {
  const cells = masked.filter(isMasked);
  const every = Math.ceil(cells.length / SAMPLE_CELLS);
  const some = cells.filter(({ row }) => row % every === 0).slice(0, SAMPLE_CELLS);
  let bytes = 0;
  return some.filter(({ token }) => {
    bytes += Buffer.byteLength(JSON.stringify(token));
    return bytes <= SAMPLE_BYTES;
  });
}

function firstRow(masked: readonly MaskedCell[]): string[] {
  const cells = masked.filter(isMasked);
  return cells.filter(({ row }) => row === cells[0]?.row).map(({ token }) => token);
}
