// What the demo does with a file: masks its cells in the background, then checks the result. Each check
// returns what it saw, or fails.

import { type VaultClient, VaultError } from "../../clients/typescript/src/index.ts";
import { CommandFailure, reasonOf } from "../run/cli/command.ts";
import { count } from "../run/cli/report.ts";
import type { Cell } from "./customer-file.ts";

/** A cell with its token, and the entity types detected in it. */
export type MaskedCell = Cell & { token: string; found: readonly string[] };

/** Issues a token as the operator, creating a new namespace, and returns a client that uses it. */
export type IssueClient = (
  namespace: string,
  permissions: readonly ("mask" | "unmask" | "metadata_change")[],
) => Promise<VaultClient>;

/** Everything that a check may use. */
export type CheckContext = {
  issueClient: IssueClient;
  /** Client that may mask and unmask in the file's namespace. */
  client: VaultClient;
  namespace: string;
  masked: readonly MaskedCell[];
};

/** Limits of one synchronous request of the demo: well below the service's 1,000 items and 1 MiB. */
const SAMPLE_CELLS = 1_000;
const SAMPLE_BYTES = 500_000;

/** The checks, in the order in which they run. */
export const CHECKS: readonly [title: string, run: (context: CheckContext) => Promise<string>][] = [
  ["Compare tokens", compareTokens],
  ["Unmask a sample", unmaskSample],
  ["Try a mask-only token", tryMaskOnlyToken],
  ["Try another namespace", tryOtherNamespace],
];

/** Wait for the jobs of these cells; returns the cells with their tokens, in order. */
export async function awaitMaskJobs(
  client: VaultClient,
  trackingIds: readonly string[],
  cells: readonly Cell[],
  onProgress: (done: number) => void,
): Promise<MaskedCell[]> {
  const options = { onProgress: ({ done }: { done: number }) => onProgress(done) };
  const masked: MaskedCell[] = [];
  try {
    for await (const result of client.jobs.results(trackingIds, options)) {
      const { value, token_value, individual_tokens = [] } = result;
      const cell = cells[masked.length];
      if (cell === undefined || value !== cell.item.value) {
        throw new CommandFailure(
          `Result ${masked.length} belongs to another cell than the one submitted.`,
        );
      }
      const found = individual_tokens.map((one) => one.pii_type);
      masked.push({ ...cell, token: token_value, found });
    }
  } catch (error) {
    const cell = error instanceof VaultError ? cells[error.itemIndex ?? -1] : undefined;
    if (cell === undefined) throw error;
    const where = `row ${cell.row + 1}, column ${cell.column}`;
    throw new CommandFailure(`A job failed: ${reasonOf(error)}. It is ${where}.`);
  }
  if (masked.length === cells.length) return masked;
  throw new CommandFailure(`The jobs gave ${masked.length} results for ${cells.length} cells.`);
}

/** Check that a token from before an erasure is refused, and that its value now gets another token. */
export async function tryErasedToken({ client, masked }: CheckContext): Promise<string> {
  const cell = masked.find(isMasked);
  if (cell === undefined) return "nothing was masked";
  const { status } = await tryUnmask(client, [cell.token]);
  if (status !== 400) {
    throw new CommandFailure(`An erased token was answered ${status} instead of 400.`);
  }
  const [again] = await client.mask([cell.item]);
  if (again?.token_value === cell.token) {
    throw new CommandFailure("A value masked again got its erased token back.");
  }
  return "refused: 400; masked again, a new token";
}

/** Status and message of an unmask request that should be refused. */
async function tryUnmask(
  client: VaultClient,
  tokens: readonly string[],
): Promise<{ status: number; message: string }> {
  try {
    await client.unmask(tokens.map((token) => ({ token_value: token })));
    return { status: 200, message: "" };
  } catch (error) {
    if (error instanceof VaultError && error.status > 0) return error;
    throw error;
  }
}

/** Whether a cell was changed. A note without findings stays as it is: it has no token. */
export function isMasked({ item, token }: MaskedCell): boolean {
  return token !== item.value;
}

/** Check that no value was left in clear, that equal values share a token, and that different ones do not. */
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

/** Check that whole rows from all over the file are unmasked to exactly their values. */
async function unmaskSample({ client, masked }: CheckContext): Promise<string> {
  const sample = sampleRows(masked);
  const values = await client.unmask(sample.map(({ token }) => ({ token_value: token })));
  const wrong = sample.filter(({ item }, index) => values[index]?.value !== item.value);
  const identical = count(sample.length - wrong.length);
  const told = `unmasked ${count(sample.length)} of ${count(masked.length)} cells, ${identical} identical`;
  const [first] = wrong;
  if (first === undefined) return told;
  throw new CommandFailure(`${told}; the first wrong: row ${first.row + 1}, ${first.column}.`);
}

/** Check that a token that may only mask cannot unmask. */
async function tryMaskOnlyToken({ issueClient, namespace, masked }: CheckContext): Promise<string> {
  const maskOnly = await issueClient(namespace, ["mask"]);
  const { status, message } = await tryUnmask(maskOnly, firstRow(masked));
  if (status === 403) return `refused: 403 ${message}`;
  throw new CommandFailure(`A mask-only token was answered ${status} instead of 403.`);
}

/** Check that tokens are refused in another namespace, each tried alone. */
async function tryOtherNamespace({
  issueClient,
  namespace,
  masked,
}: CheckContext): Promise<string> {
  const stranger = await issueClient(`${namespace}-other`, ["mask", "unmask"]);
  const tokens = firstRow(masked);
  for (const token of tokens) {
    const { status } = await tryUnmask(stranger, [token]);
    if (status === 400) continue;
    throw new CommandFailure(`Another namespace was answered ${status} for a token of ours.`);
  }
  return `all ${tokens.length} tokens of a row refused with 400`;
}

/** Every n-th row, so that one request has cells from the whole file. */
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
