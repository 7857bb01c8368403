// Searches texts with an external recognizer beside our own. A search is pure and asks nobody, so it runs several times:
// the first run only collects the texts to ask about; they are asked about together, and the next run uses the answers.
// Which texts those are (parts of a text, a text with its escapes resolved) does not depend on what is found in them. Pure
// but for the call to the recognizer.
import type { VaultError } from "../../core/errors.ts";
import type { ExternalRecognizer } from "../../core/policy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { Steps } from "../../core/steps.ts";
import type { Detection } from "../../detect/detector.ts";
import { externalFindings, externalQuestion, externalRecognizer } from "../../detect/external.ts";
import type { Recognizer, Span } from "../../detect/span.ts";
import type { MaskRules } from "../policy/rules.ts";

/** Runs a search with rules that have the answers. Fails with `recognizer_unavailable`; throws what the search throws. */
export type Search = <T>(plan: (ready: MaskRules) => Steps<T>) => Promise<Result<T, VaultError>>;

interface Outside {
  readonly run: <T>(steps: Steps<T>) => Promise<T>;
  /** Asks a recognizer and reads its answer. Null when no valid answer comes in time. */
  readonly ask: Ask;
}

type Ask = <T>(
  name: string,
  question: string,
  read: (answer: unknown) => T | null,
) => Promise<T | null>;

/** Questions that one search asks at a time: a process of Presidio answers one after the other, so more would only wait. */
const AT_ONCE = 4;
/** Most findings of one search, over all texts: they take some 200 bytes each. */
const MAX_FINDINGS = 100_000;
/** Most runs of a search: one that collects, one with the answers; further ones when the answers led to more texts. */
const MAX_ROUNDS = 4;

/** A function that runs searches under the rules. It asks the rules' external recognizer about each text once. */
export function searchWith(rules: MaskRules, { run, ask }: Outside): Search {
  const { external } = rules.settings;
  if (external === null) return async (plan) => ok(await run(plan(rules)));
  const answers = new Map<string, Span[]>();
  const open = new Set<string>();
  let isGivenUp = false;
  const recognizer = externalRecognizer(external, (text) => {
    const known = answers.get(text);
    // Texts without any letter or digit hold no value, and an empty one makes no question.
    if (known === undefined && /[\p{L}\p{N}]/u.test(text)) open.add(text);
    return known ?? [];
  });
  return async (plan) => {
    await run(plan(withRecognizers(rules, () => [recognizer])));
    const ready = withRecognizers(rules, (all) =>
      all.map((one) => (one.name === recognizer.name ? recognizer : one)),
    );
    for (let round = 1; round < MAX_ROUNDS; round++) {
      if (!isGivenUp) isGivenUp = !(await answered(external, open, answers, ask));
      if (isGivenUp && !external.optional) {
        return err({ code: "recognizer_unavailable", detail: external.name });
      }
      open.clear();
      const done = await run(plan(ready));
      if (open.size === 0 || isGivenUp) return ok(done);
    }
    throw new Error("a search that asks about ever more texts");
  };
}

/** The same rules with other recognizers, in both their detections. */
export function withRecognizers(
  rules: MaskRules,
  change: (all: readonly Recognizer[]) => readonly Recognizer[],
): MaskRules {
  const changed = (one: Detection): Detection => ({ ...one, recognizers: change(one.recognizers) });
  const { detection, irreversible } = rules;
  return {
    ...rules,
    detection: changed(detection),
    irreversible: irreversible === null ? null : changed(irreversible),
  };
}

/** Asks about texts and stores the answers. Stops with false when one is missing or invalid, or findings are too many. */
async function answered(
  external: ExternalRecognizer,
  texts: ReadonlySet<string>,
  answers: Map<string, Span[]>,
  ask: Ask,
): Promise<boolean> {
  const rest = texts.values();
  let count = [...answers.values()].reduce((sum, { length }) => sum + length, 0);
  let isWell = true;
  const worker = async (): Promise<void> => {
    for (const text of rest) {
      const read = (answer: unknown) => externalFindings(external, text, answer);
      const found = await ask(external.name, externalQuestion(external, text), read);
      count += found?.length ?? 0;
      if (found === null || count > MAX_FINDINGS) isWell = false;
      else answers.set(text, found);
      if (!isWell) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return isWell;
}
