// Self-tests with known answers: what is computed from fixed inputs is compared with what is known to come out, before
// the service says that it is ready. Cryptographic modules are held to it: FIPS 140-2, section 4.9.1 (power-up
// tests: a known answer for each algorithm, and no output before they are over), and FIPS 140-3 by way of ISO/IEC
// 19790:2012, section 7.10 (self-tests: whoever fails one is in an error state and does no cryptography). This
// service is no such module, but follows the practice.
import type { KnownAnswer } from "../core/known-answer.ts";
import { errorName, log } from "./log.ts";

/** Tests that are made once in the life of an isolate. */
export class SelfTest {
  readonly #answers: readonly KnownAnswer[];
  /** Never the promise: it belongs to the request that began it, and dies with it. */
  #failed: string | null | undefined;

  constructor(answers: readonly KnownAnswer[]) {
    this.#answers = answers;
  }

  /**
   * Name of a test that has failed, null when none has or none was made. Stays for good: what was wrong once is not
   * to be trusted when it is right the next time.
   */
  get knownFailure(): string | null {
    return this.#failed ?? null;
  }

  /** Make the tests, the first time. Null when all known answers came out, else the name of one that did not. */
  async failure(): Promise<string | null> {
    if (this.#failed === undefined) {
      const failed = await this.#firstWrong();
      // Two requests may have tested at once; a failure of either counts.
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
    return await answer.comesOut();
  } catch (error) {
    log("self-test.broke-off", { test: answer.name, error: errorName(error) });
    return false;
  }
}
