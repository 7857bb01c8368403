// Awkward real values, each with the properties of its token (corpus.json). `repeat`: the value this many times.
import { describe, expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  FORMAT,
  formatCode,
  formatName,
  kindOf,
  tokenNameCode,
} from "../../src/tokens/kinds.ts";
import { appliedFormat } from "../../src/tokens/makers.ts";
import { MemoryTokens } from "../support/tokens/memory-tokens.ts";
import { isKept, isValid } from "../support/tokens/validators.ts";
import corpus from "./corpus.json" with { type: "json" };

interface Row {
  readonly value: string;
  readonly repeat?: number;
  readonly token_name: string;
  readonly format?: string;
  /** The format that the token has, when it is not the one asked for. */
  readonly format_applied?: string;
  readonly valid?: string;
  readonly keeps?: readonly string[];
  readonly country?: string;
  readonly order?: string;
  readonly language?: string;
}

const ROWS = (corpus as Row[]).map((row) => ({ ...row, value: row.value.repeat(row.repeat ?? 1) }));
const KEY = Uint8Array.from({ length: 16 }, (_, i) => i);

/** Everything that is wrong with a row's token, in words. */
function faultsOf(row: Row): string[] {
  const faults: string[] = [];
  const { value } = row;
  const tokenName = tokenNameCode(row.token_name);
  const format = row.format === undefined ? FORMAT.none : formatCode(row.format);
  if (tokenName === null || format === null) return ["unknown token name or format"];
  if (row.format !== undefined) {
    const applied = formatName(appliedFormat(format, value));
    if (applied !== (row.format_applied ?? row.format)) faults.push(`format applied: ${applied}`);
  }
  const kind = kindOf(DEFAULT_POLICY, tokenName, format);
  // Tokens of its own for each row, so that the first space is never used up; the key is fixed, so that it cannot
  // fail by chance.
  const memory = new MemoryTokens(KEY);
  const token = memory.tokenOf(value, kind);
  if (token === value) faults.push("the value itself");
  if (memory.valueOf(token) !== value) faults.push("does not come back");
  if (memory.tokenOf(value, kind) !== token) faults.push("another one the second time");
  if (!token.isWellFormed()) faults.push("not well-formed");
  if (row.valid !== undefined && !isValid(row.valid, token, row)) faults.push(`no ${row.valid}`);
  for (const name of row.keeps ?? []) {
    if (!isKept(name, token, row)) faults.push(`${name} not kept`);
  }
  return faults.map((fault) => `${fault}: ${token}`);
}

describe("the corpus", () => {
  it("has at least 300 rows, none twice", () => {
    const names = ROWS.map((row) => JSON.stringify([row.value, row.token_name, row.format]));
    expect(names.length).toBeGreaterThanOrEqual(300);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(ROWS)("$value as $token_name $format", (row) => {
    expect(faultsOf(row)).toEqual([]);
  });

  it("comes back as a whole from one namespace, every token another one", () => {
    const memory = new MemoryTokens(KEY);
    const minted = ROWS.map((row) => {
      const format = row.format === undefined ? FORMAT.none : (formatCode(row.format) ?? 0);
      const kind = kindOf(DEFAULT_POLICY, tokenNameCode(row.token_name) ?? 0, format);
      return { value: row.value, token: memory.tokenOf(row.value, kind) };
    });
    expect(new Set(minted.map(({ token }) => token)).size).toBe(minted.length);
    for (const { value, token } of minted) expect(memory.valueOf(token)).toBe(value);
  });
});
