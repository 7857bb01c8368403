import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

// Two projects: `worker` runs inside workerd with real Durable Objects; `process` runs on Node and
// starts the service as a user does (serve, demo), kills it, restarts it.
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                VAULT_ROOT_KEY: "3q2+78r+ur4BI0VniavN7/7cuph2VDIQDx4tPEtaaXg=",
                VAULT_MASTER_KEY: "test-only-master-key-0123456789abcdef",
              },
            },
          }),
        ],
        define: { TEST_BUILD: "true" },
        test: {
          name: "worker",
          include: ["test/**/*.test.ts"],
          exclude: ["test/process/**"],
          testTimeout: 30_000,
          // By default one fewer than there are cores, which on two is half of what they can do.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
    coverage: { provider: "istanbul", include: ["src/**/*.ts"] },
  },
});
