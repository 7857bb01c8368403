// How many namespaces and connections there may be at a time, for the files that may be open. A runtime that cannot open
// one more ends: workerd takes the failure of accept() for its own.

import { execFileSync } from "node:child_process";
import { totalmem } from "node:os";
import { MOST_WAYS } from "../cells/conversation.ts";
import { count } from "../cli/report.ts";

/** Of an open namespace: its database, the log beside it and the log's index. */
const FILES_A_NAMESPACE = 3;
/** workerd keeps a second one of each connection. The front, a process with as many files, has one to each side. */
const FILES_A_CONNECTION = 2;
/** And to ask a provider of a language model for it, two more. */
const FILES_A_MODEL_CALL = 2;
/** Where there are several runtimes, the front has the caller's, MOST_WAYS to runtimes and two of an operator's call. */
const FILES_A_CONVERSATION = 3 + MOST_WAYS;
/** A connection that is used takes 17 KB in the front and 27 KB in workerd, and 128 KiB more where a side is slow. */
const MOST_CONNECTIONS = 10_000;
/** The program's own, and the Registry's databases. */
const FILES_OF_ITS_OWN = 256;
/** Memory of an open namespace: 0.65 MiB just opened, more once its pages are read. */
const BYTES_A_NAMESPACE = 1024 ** 2;
/** Of the machine's memory. */
const SHARE_OF_MEMORY = 1 / 4;
/** Below this many the limit is worth a warning: a thousand namespaces need as many. */
const SMALL = 8_192;
/** Beyond this, a limit is none. */
const COUNTABLE = 1_000_000_000;

/** What the limit allows. */
export type DescriptorPlan = {
  limit: number;
  /** Namespaces open at a time. */
  namespaces: number;
  /** Connections at a time. */
  connections: number;
};

/**
 * Open files that a program started by us may have. Node raises its own limit to the hard one when it starts, and
 * children inherit that.
 */
export function descriptorLimit(): number {
  const text = execFileSync("/bin/sh", ["-c", "ulimit -n"], { encoding: "utf8" }).trim();
  return text === "unlimited" ? Number.MAX_SAFE_INTEGER : Number(text);
}

/** Memory of this machine, or of the container we are in; in bytes. */
export function availableMemory(): number {
  // 0 when nothing bounds it; on some systems a number beyond any memory.
  const bound = process.constrainedMemory();
  return bound > 0 ? Math.min(bound, totalmem()) : totalmem();
}

/**
 * Shares a limit out: half of the files for namespaces, as long as there is memory for them; of the rest connections.
 * Each of several runtimes may have as many files; they share the memory, and one front.
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
  const inFront = cells === 1 ? MOST_CONNECTIONS : Math.floor(files / FILES_A_CONVERSATION);
  const connections = Math.min(MOST_CONNECTIONS, Math.floor(left / each), inFront);
  return { limit, namespaces, connections: Math.max(1, connections) };
}

/** Say the plan in a line, and warn when the limit is small. */
export function tellPlan({ limit, namespaces, connections }: DescriptorPlan, cells = 1): void {
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
