import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

// test/support/properties.ts: which cases property tests draw.
const PROPERTY_SEED = JSON.stringify(process.env["PROPERTY_SEED"] ?? "20261121");

// Inside workerd, with the bindings of wrangler.toml and fixed secrets.
const inWorkerd = () => ({
  plugins: [
    cloudflareTest({
      // No "exception = ... disconnected" of the runtime for each object that a test ends.
      verbose: false,
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          VAULT_ROOT_KEY: "3q2+78r+ur4BI0VniavN7/7cuph2VDIQDx4tPEtaaXg=",
          VAULT_MASTER_KEY: "test-only-master-key-0123456789abcdef",
          // test/vault/mappings/token-forms.test.ts: FULL_SPACES=1 masks a million values and more.
          FULL_SPACES: process.env["FULL_SPACES"] ?? "",
        },
      },
    }),
  ],
  define: { TEST_BUILD: "true", PROPERTY_SEED },
});

// By default one fewer than there are cores, which on two is half of what they can do.
const maxWorkers = 2;
const IN_WORKERD = { testTimeout: 30_000, maxWorkers };
/** What an isolate does only once in its life. */
const FRESH = ["test/http/mask/model-loading.test.ts", "test/http/self-test.test.ts"];
const PROCESS = "test/{process,house}/**/*.test.ts";

// Three projects: `worker` runs inside workerd, with real Durable Objects, its files one after the other in the
// same isolates, for a fresh one takes longer to start than most files to run; `fresh` has an isolate for each
// file; `process` runs on Node and starts the service as a user does (serve, demo), kills it, restarts it.
export default defineConfig({
  test: {
    projects: [
      {
        ...inWorkerd(),
        test: {
          ...IN_WORKERD,
          name: "worker",
          include: ["test/**/*.test.ts"],
          exclude: [...FRESH, PROCESS],
          isolate: false,
        },
      },
      { ...inWorkerd(), test: { ...IN_WORKERD, name: "fresh", include: FRESH } },
      {
        define: { PROPERTY_SEED },
        test: {
          name: "process",
          include: [PROCESS],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
    ],
    // The Worker's log: JSON, a line an event. What a test prints itself is shown.
    onConsoleLog: (text) =>
      !text
        .trim()
        .split("\n")
        .every((line) => line.startsWith('{"event":"')),
    // A shared isolate ends a file while an object of an earlier test, woken by its alarm, loads a module or logs.
    onUnhandledError: ({ name }) => name !== "EnvironmentTeardownError",
    coverage: { provider: "istanbul", include: ["src/**/*.ts"] },
  },
});
