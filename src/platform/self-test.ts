// Self-tests with known answers: before the service reports that it is ready, it computes results from fixed inputs and
// compares them with the known ones. FIPS 140-2, section 4.9.1, requires this of cryptographic modules (power-up tests: a
// known answer for each algorithm, and no output before they are over), as does FIPS 140-3 through ISO/IEC 19790:2012,
// section 7.10 (self-tests: a module that fails one is in an error state and does no cryptography). This service is no such
// module, but follows the practice.
import type { KnownAnswer } from "../core/known-answer.ts";
import { errorName, log } from "./log.ts";

/** Tests that run once in the life of an isolate. */
export class SelfTest {
  readonly #answers: readonly KnownAnswer[];
  /** Never the promise: it belongs to the request that created it, and dies with that request. */
  #failed: string | null | undefined;

  constructor(answers: readonly KnownAnswer[]) {
    this.#answers = answers;
  }

  /** Name of a test that has failed; null when none has. A failure is final, even if the test passes the next time. */
  get knownFailure(): string | null {
    return this.#failed ?? null;
  }

  /** Run the tests, the first time only. Null when all known answers came out, else the name of a test that failed. */
  async failure(): Promise<string | null> {
    if (this.#failed === undefined) {
      const failed = await this.#firstWrong();
      // Two requests may have run the tests at once; a failure of either counts.
      this.#failed ??= failed;
    }
    return this.#failed;
  }

  async #firstWrong(): Promise<string | null> {
    for (const answer of this.#answers) {
      if (await isRight(answer)) continue;
      log("self-test.failed", { test: answer.name });
      return answer.name;
    }
    return null;
  }
}

async function isRight(answer: KnownAnswer): Promise<boolean> {
  try {
    return await answer.isCorrect();
  } catch (error) {
    log("self-test.broke-off", { test: answer.name, error: errorName(error) });
    return false;
  }
}
