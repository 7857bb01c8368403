// What the service makes sure of before it says that it is ready: known answers of all rooms that compute something.

import { cryptoAnswers } from "./crypto/self-test.ts";
import { signatureAnswers } from "./http/self-test.ts";
import { SelfTest } from "./platform/self-test.ts";
import { tokenAnswers } from "./tokens/self-test.ts";

/** The self-test of this isolate, made by the first health check. */
export const selfTest = new SelfTest([
  ...cryptoAnswers(),
  ...tokenAnswers(),
  ...signatureAnswers(),
]);
