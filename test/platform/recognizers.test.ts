// How long the answer of an external recognizer is awaited, and which recognizer is asked.
import { expect, it } from "vitest";
import type { RawEnv } from "../../src/platform/objects.ts";
import { recognizersOf } from "../../src/platform/recognizers.ts";

/** An environment with two names, one of which has a way; it answers to /now and nothing else. */
function environment(patience: string) {
  const asked: string[] = [];
  const way = {
    fetch: async (url: string, { signal }: RequestInit) => {
      asked.push(url);
      if (url.endsWith("/now")) return new Response("[1]");
      return new Promise<Response>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
  const env = {
    RECOGNIZERS: " now=http://a.test/now  never=http://a.test/never\n",
    ...{ RECOGNIZERS_PATIENCE_MS: patience, RECOGNIZER_now: way, RECOGNIZER_never: way },
  };
  return { env: env as unknown as RawEnv, asked };
}
const read = (answer: unknown) => answer;

it("goes to the address of its name", async () => {
  const { env, asked } = environment("5000");
  const recognizers = recognizersOf(env);
  expect(recognizers.names).toEqual(["now", "never"]);
  expect(await recognizers.ask("now", "{}", read)).toEqual([1]);
  for (const name of ["http://a.test/now", "other", "", "__proto__"]) {
    expect(await recognizers.ask(name, "{}", read)).toBeNull();
  }
  expect(asked).toEqual(["http://a.test/now"]);
});

it("has an answer in time, or none", async () => {
  const began = performance.now();
  expect(await recognizersOf(environment("50").env).ask("never", "{}", read)).toBeNull();
  const patient = recognizersOf(environment("60000").env, [AbortSignal.timeout(50)]);
  expect(await patient.ask("never", "{}", read)).toBeNull();
  expect(performance.now() - began).toBeLessThan(10_000);
});
