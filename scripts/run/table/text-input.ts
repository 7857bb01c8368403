// A file or standard input as text, in chunks.

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { CommandFailure, EXIT, readError } from "../cli/command.ts";

/** A text being read, and its size. */
export type TextInput = {
  readonly chunks: AsyncIterable<string>;
  /** Bytes read so far. */
  readonly read: () => number;
  /** Total bytes; null where unknown. */
  readonly total: number | null;
};

/** Open a file; `-` is standard input. It must be UTF-8. */
export function openInput(path: string): TextInput {
  const isFile = path !== "-";
  let bytes = 0;
  async function* chunks() {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const stream: AsyncIterable<Buffer> = isFile ? createReadStream(path) : process.stdin;
    for await (const chunk of stream) {
      yield decoded(decoder, chunk, bytes);
      bytes += chunk.length;
    }
    yield decoded(decoder, undefined, bytes);
  }
  return { chunks: chunks(), read: () => bytes, total: isFile ? sizeOf(path) : null };
}

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function decoded(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Buffer | undefined,
  before: number,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    const isUtf16 = before === 0 && /^(fffe|feff)/.test(chunk?.toString("hex", 0, 2) ?? "");
    const encoding = isUtf16 ? "UTF-16" : "LATIN1";
    throw new CommandFailure(
      `The input is not UTF-8 (somewhere behind byte ${before}). Convert it first: iconv -f ${encoding} -t UTF-8`,
      EXIT.data,
    );
  }
}

function sizeOf(path: string): number | null {
  try {
    const stat = statSync(path);
    if (stat.isDirectory()) throw new CommandFailure(`${path} is a folder.`, EXIT.usage);
    return stat.isFile() ? stat.size : null;
  } catch (error) {
    throw readError(path, error);
  }
}
