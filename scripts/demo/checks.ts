// What the demo does with the masked file: each check is one step that tells what it saw, or fails.

import { CommandFailure } from "../run/cli/command.ts";
import { count } from "../run/cli/report.ts";
import type { MaskedCell } from "./mask-job.ts";
import type { VaultClient } from "./vault-client.ts";

/** Everything a check may use. */
export type CheckContext = {
  /** May make clients of any namespace. */
  operator: VaultClient;
  /** May mask and unmask in the file's namespace. */
  client: VaultClient;
  namespace: string;
  masked: readonly MaskedCell[];
};

/** A step after masking; `run` resolves to what the person is told. */
export type Check = { title: string; run: (context: CheckContext) => Promise<string> };

/** Cells of one synchronous request: under the service's 1,000 items and 1 MiB with room. */
const SAMPLE_CELLS = 1_000;
const SAMPLE_BYTES = 500_000;

/** The checks in the order they run. */
export const CHECKS: readonly Check[] = [
  { title: "Compare tokens", run: compareTokens },
  { title: "Unmask a sample", run: unmaskSample },
  { title: "Try a mask-only token", run: tryMaskOnlyToken },
  { title: "Try another namespace", run: tryOtherNamespace },
];

/** Nothing passed in clear, equal values share a token, different ones do not. */
async function compareTokens({ masked }: CheckContext): Promise<string> {
  const tokensByValue = new Map<string, string>();
  const valuesByToken = new Map<string, string>();
  for (const { row, column, item, token } of masked) {
    if (item.token_name === undefined) continue;
    const where = `row ${row + 1}, column ${column}`;
    if (token === item.value) throw new CommandFailure(`A value was not masked: ${where}.`);
    const [valueKey, tokenKey] = [`${column}:${item.value}`, `${column}:${token}`];
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
  const answer = await client.unmask(sample.map((cell) => cell.token));
  if (answer.data === null) {
    throw new CommandFailure(`Unmasking answered ${answer.status}: ${answer.message}`);
  }
  const restored = answer.data;
  const wrong = sample.filter(
    ({ item }, index) => !Buffer.from(restored[index] ?? "").equals(Buffer.from(item.value)),
  );
  const identical = sample.length - wrong.length;
  const told = `unmasked ${count(sample.length)} of ${count(masked.length)} cells, ${count(identical)} identical`;
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
    if (status !== 400) {
      throw new CommandFailure(`Another namespace was answered ${status} for a token of ours.`);
    }
  }
  return `all ${tokens.length} tokens of a row refused with 400`;
}

/** Every n-th row, so that one request holds cells from the whole file. */
function sampleRows(masked: readonly MaskedCell[]): MaskedCell[] {
  const cells = masked.filter(isMasked);
  const every = Math.ceil(cells.length / SAMPLE_CELLS);
  let room = SAMPLE_BYTES;
  return cells
    .filter(({ row }) => row % every === 0)
    .slice(0, SAMPLE_CELLS)
    .filter(({ token }) => {
      room -= Buffer.byteLength(JSON.stringify(token));
      return room >= 0;
    });
}

function firstRow(masked: readonly MaskedCell[]): string[] {
  const cells = masked.filter(isMasked);
  return cells.filter(({ row }) => row === cells[0]?.row).map(({ token }) => token);
}

/** A note in which nothing was found stays as it is: there is nothing to turn back. */
function isMasked({ item, token }: MaskedCell): boolean {
  return token !== item.value;
}
