// What went wrong outside of us (a full disk, a missing right, a wish to stop), told plainly.

import { CommandFailure } from "../cli/command.ts";

/** The error to throw in this one's place: with what it means for the files, and without a stack. */
export function toFailure(error: unknown, signal: AbortSignal, outcome: string): unknown {
  if (!(error instanceof Error) || error instanceof CommandFailure) return error;
  if (signal.aborted && error.name === "AbortError") {
    return new CommandFailure(`Stopped as asked. ${outcome}`);
  }
  // Node's own description of a failed system call names the call and the path.
  return "syscall" in error ? new CommandFailure(`${error.message}. ${outcome}`) : error;
}
