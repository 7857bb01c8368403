// npm run bench:tokens: how fast tokens of every kind are made and read back, in one thread.

import { TOKEN_KEY_BYTES, tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { exampleOfFormat, exampleOfTokenName } from "../../src/tokens/examples.ts";
import {
  DEFAULT_POLICY,
  FORMAT,
  FORMATS,
  kindOf,
  TOKEN,
  TOKEN_NAMES,
} from "../../src/tokens/kinds.ts";
import { makerOf } from "../../src/tokens/makers.ts";
import { carriedId, isTokenOf } from "../../src/tokens/recognition.ts";
import { EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { count } from "../run/cli/report.ts";

const HELP = `Measure how many tokens of every token name and format one thread makes and reads back.

  npm run bench:tokens      all kinds, some seconds

Each kind masks the value that GET metadata shows for it. Made: the form is picked for the value and the
token spelt. Read back, without the look-ups in storage: a token that carries an id gives it and is compared
with its value; of one that has a row of its own it is found out that it carries none. A second is one of
this thread's processor time, and the fastest of several runs is told. The goal is 300,000/s each way.
Exit codes: 0 measured, 64 wrong usage.`;

const TOKENS = 20_000;
const RUNS = 5;
const cipher = tokenCipher(new Uint8Array(TOKEN_KEY_BYTES).fill(7));
const zeros = (length: number) => new Uint8Array(length);

await runCommand(async () => {
  parseOptions(HELP, {});
  for (const { code, name } of TOKEN_NAMES) {
    const { value } = exampleOfTokenName(code);
    tell(name, kindOf(DEFAULT_POLICY, code, FORMAT.none), value);
  }
  for (const { code, name } of FORMATS) {
    const { value } = exampleOfFormat(code);
    tell(`${name} (Text Token)`, kindOf(DEFAULT_POLICY, TOKEN.text, code), value);
  }
  return EXIT.ok;
});

function tell(name: string, kind: number, value: string): void {
  const ids = Array.from({ length: TOKENS }, (_, i) => i);
  const tokens = ids.map((id) => make(kind, value, id));
  if (!tokens.every((token) => isRead(kind, value, token))) throw new Error(`${name}: not read`);
  const made = fastest(() => {
    for (const id of ids) make(kind, value, id);
  });
  const read = fastest(() => {
    for (const token of tokens) isRead(kind, value, token);
  });
  console.log(`${name.padEnd(44)}${made} made, ${read} read back`);
}

function make(kind: number, value: string, id: number): string {
  const maker = makerOf(kind, value);
  if (maker.family === "free") return maker.form.token(cipher, id, value);
  if (maker.family === "plain") return value;
  // The first space may be small: the next one is what a vault would use then.
  const stage = maker.stages.find(({ usable }) => id < usable);
  if (stage === undefined) throw new Error("no space left");
  return stage.spell(cipher, id, zeros);
}

/** What unmask does before and after its look-up; a fixed-shape token is looked up by its whole text. */
function isRead(kind: number, value: string, token: string): boolean {
  const id = carriedId(cipher, token);
  return id === null || isTokenOf(cipher, { id, kind, value, isFormed: true }, token);
}

/** Tokens per second of this thread's processor time, as text. */
function fastest(run: () => void): string {
  const microseconds = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage();
    run();
    const after = process.threadCpuUsage();
    return after.user + after.system - before.user - before.system;
  });
  return `${count((TOKENS * 1e6) / Math.min(...microseconds))}/s`.padStart(12);
}
