// Asks the person for a secret.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** What the person types, which is not shown; "" when nobody sits there. */
export async function askHidden(name: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  process.stdout.write(`    ${name} (not shown; empty for none): `);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stdout.write("\n");
  }
}
