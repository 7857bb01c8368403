// Plans how many namespaces and connections may be open at a time, from the limit of open files. A runtime
// that cannot open one more file ends: workerd treats a failed accept() as its own failure.

import { execFileSync } from "node:child_process";
import { totalmem } from "node:os";
import { MAX_CELL_CONNECTIONS } from "../cells/conversation.ts";
import { count } from "../cli/report.ts";

/** An open namespace's files: its database, the -wal file and the -shm file. */
const FILES_A_NAMESPACE = 3;
/** workerd keeps two per connection. The front, a process with the same limit, has one to each side. */
const FILES_A_CONNECTION = 2;
/** A call to a provider of language models needs two more. */
const FILES_A_MODEL_CALL = 2;
/** With several runtimes, the front has the caller's, MAX_CELL_CONNECTIONS to runtimes and two for an operator's call. */
const FILES_A_CONVERSATION = 3 + MAX_CELL_CONNECTIONS;
/** A used connection takes 17 KB in the front and 27 KB in workerd, and 128 KiB more while one side is slow. */
const MAX_CONNECTIONS = 10_000;
/** The program's own files, and the Registry's databases. */
const FILES_OF_ITS_OWN = 256;
/** Memory of an open namespace: 0.65 MiB just after opening, more once its pages have been read. */
const BYTES_A_NAMESPACE = 1024 ** 2;
/** Share of the machine's memory for open namespaces. */
const SHARE_OF_MEMORY = 1 / 4;
/** A lower limit causes a warning: a thousand namespaces need this many. */
const SMALL = 8_192;
/** A higher limit counts as none. */
const COUNTABLE = 1_000_000_000;

/** What the limit allows. */
export type DescriptorPlan = {
  limit: number;
  namespaces: number;
  connections: number;
};

/** Limit of open files for a program that we start: Node raises its own to the hard one, which children inherit. */
export function descriptorLimit(): number {
  const text = execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  return text === "unlimited" ? Number.MAX_SAFE_INTEGER : Number(text);
}

/** Memory of this machine or of our container, in bytes. */
export function availableMemory(): number {
  // 0 without a limit; on some systems a number larger than any memory.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}

/**
 * Divide the limit: half of the files for namespaces, as far as memory allows; the rest for connections. Each of
 * several runtimes has this limit for itself; they share the memory and one front.
 */
export function planDescriptors(
  limit: number,
  memoryBytes: number,
  hasModels = false,
  cells = 1,
): DescriptorPlan {
  const files = Math.max(0, limit - FILES_OF_ITS_OWN);
  const inMemory = (memoryBytes * SHARE_OF_MEMORY) / BYTES_A_NAMESPACE / cells;
  const namespaces = Math.max(1, Math.floor(Math.min(files / 2 / FILES_A_NAMESPACE, inMemory)));
  const left = Math.max(0, files - namespaces * FILES_A_NAMESPACE);
  const each = FILES_A_CONNECTION + (hasModels ? FILES_A_MODEL_CALL : 0);
  const inFront = cells === 1 ? MAX_CONNECTIONS : Math.floor(files / FILES_A_CONVERSATION);
  const connections = Math.min(MAX_CONNECTIONS, Math.floor(left / each), inFront);
  return { limit, namespaces, connections: Math.max(1, connections) };
}

/** Print the plan in one line, and warn when the limit is small. */
export function printPlan({ limit, namespaces, connections }: DescriptorPlan, cells = 1): void {
  const each = cells === 1 ? "" : " in each cell";
  const files = limit > COUNTABLE ? "any number of" : count(limit);
  console.log(
    `open files: ${files} allowed, for ${count(namespaces)} namespaces${each} and ${count(connections)} connections at a time`,
  );
  if (limit >= SMALL) return;
  console.error(
    `warning: ${files} open files are few. Connections beyond those are closed, and namespaces open and close often.\n` +
      `Raise the hard limit to ${count(SMALL)} or more (ulimit -Hn; LimitNOFILE= of systemd; --ulimit nofile= of Docker).`,
  );
}
