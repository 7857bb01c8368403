// External recognizers that the operator has named (`serve --recognizer`, RECOGNIZERS), and the only way to ask them. A
// policy chooses one by name and never supplies an address.
import { costOfLetters } from "../core/steps.ts";
import { namedAddresses } from "./callbacks.ts";
import { errorName, log } from "./log.ts";
import type { RawEnv } from "./objects.ts";
import { yieldBefore } from "./yield-to-callers.ts";

/** How long an answer may take, up to its last byte. */
const DEFAULT_PATIENCE_MS = 2_000;
/** Longest answer: a finding takes some 110 bytes, and a question has at most 64 KiB of text. */
const MAX_ANSWER_BYTES = 1_024 * 1_024;
/** Milliseconds to parse 64 KiB at most: a mebibyte of brackets took 50. */
const COST_TO_PARSE = 3;

/** The external recognizers of a service. */
export interface Recognizers {
  readonly names: readonly string[];
  /**
   * Send a question and return the answer, both JSON, as `read` interprets it. Returns null, and logs a line, when no answer
   * comes in time with status 200 and readable, or the name is no longer configured. Redirections are not followed.
   */
  ask<T>(name: string, question: string, read: (answer: unknown) => T | null): Promise<T | null>;
}

/** The recognizers in `RECOGNIZERS` (NAME=URL, separated by blanks); a signal of `until` ends their questions. */
export function recognizersOf(env: RawEnv, until: readonly AbortSignal[] = []): Recognizers {
  const urls = namedAddresses(env.RECOGNIZERS);
  const patienceMs = Number(env.RECOGNIZERS_PATIENCE_MS) || DEFAULT_PATIENCE_MS;
  return {
    names: [...urls.keys()],
    async ask(name, question, read) {
      const url = urls.get(name);
      let outcome = "unknown name";
      if (url !== undefined) {
        // On the platform there is no such binding: questions go out through the global fetch.
        const way = env[`RECOGNIZER_${name}`] ?? globalThis;
        try {
          const answer = await way.fetch(url, {
            ...{ method: "POST", body: question, redirect: "manual" },
            headers: { "content-type": "application/json" },
            signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...until]),
          });
          if (answer.status === 200) {
            const found = read(await readJson(answer));
            if (found !== null) return found;
            outcome = "unreadable";
          } else {
            outcome = String(answer.status);
            await answer.body?.cancel();
          }
        } catch (error) {
          outcome = errorName(error);
        }
      }
      log("recognizer.no-answer", { recognizer: name, outcome });
      return null;
    },
  };
}

/** The body as JSON. Throws when it is longer than MAX_ANSWER_BYTES, not UTF-8 or not JSON. */
async function readJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let text = "";
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new RangeError("too long");
    text += decoder.decode(part, { stream: true });
  }
  text += decoder.decode();
  await yieldBefore(costOfLetters(text.length, COST_TO_PARSE));
  return JSON.parse(text);
}
