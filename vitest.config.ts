import { mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// What workerd logs of its own while a test clears objects away: no error, and more of it than there are results.
const OF_THE_RUNTIME =
  /^(exception = \S+ failed: jsg\.Error: Application called abortAllDurableObjects\(\)|NOSENTRY SQLite alarm )/;
const write = process.stderr.write.bind(process.stderr) as (...given: unknown[]) => boolean;
process.stderr.write = (text: unknown, ...given: unknown[]) =>
  OF_THE_RUNTIME.test(String(text)) || write(text, ...given);

// SQLite inside workerd waits for the disk some seventy times a test: in memory, where there is room for it. Tests of real
// processes stay on the disk, in a folder that goes with the run: what they still share then has nobody else to remove it.
const DISK = mkdtempSync(join(tmpdir(), "mv-"));
process.once("exit", () => rmSync(DISK, { recursive: true, force: true, maxRetries: 20 }));
if (process.platform === "linux" && roomIn("/dev/shm") > 4 * 1024 ** 3) {
  process.env["TMPDIR"] = "/dev/shm";
}

/** Bytes that are free. */
function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

const IS_LONG = process.env["LONG_TESTS"] === "1";
// test/support/properties.ts: which cases property tests draw, and how many.
const PROPERTIES = {
  PROPERTY_SEED: JSON.stringify(process.env["PROPERTY_SEED"] ?? "20261121"),
  LONG_TESTS: String(IS_LONG),
};

/** Names and paths of the models. */
const MODELS = readdirSync(join(import.meta.dirname, "models"))
  .filter((name) => name.endsWith(".bin"))
  .map((name) => [name, join(import.meta.dirname, "models", name)] as const);
const MODEL = "\0model:";
/** As modules they would come to each isolate as JSON, with a number for each of their 20 million bytes: a second of CPU a model. */
const MODELS_AS_BINDINGS: Plugin = {
  name: "models-as-bindings",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(".bin") ? `${MODEL}${basename(id, ".bin")}` : null),
  load: (id) =>
    id.startsWith(MODEL)
      ? `import { env } from "cloudflare:workers"; export default env["${id.slice(MODEL.length)}.bin"];`
      : null,
};

// Inside workerd, with the bindings of wrangler.toml and fixed secrets.
const inWorkerd = () => ({
  plugins: [
    MODELS_AS_BINDINGS,
    cloudflareTest({
      // No "exception = ... disconnected" of the runtime for each object that a test ends.
      verbose: false,
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        dataBlobBindings: Object.fromEntries(MODELS),
        bindings: {
          VAULT_ROOT_KEY: "3q2+78r+ur4BI0VniavN7/7cuph2VDIQDx4tPEtaaXg=",
          VAULT_MASTER_KEY: "test-only-master-key-0123456789abcdef",
          // test/http/audit asks for it; elsewhere it would write into every namespace, a second later.
          AUDIT: "off",
          // test/vault/mappings/token-forms.test.ts: FULL_SPACES=1 masks a million values and more.
          FULL_SPACES: process.env["FULL_SPACES"] ?? "",
        },
      },
    }),
  ],
  define: { TEST_BUILD: "true", ALL_LANGUAGES: "true", ...PROPERTIES },
});

const IS_MEASURED = process.argv.includes("--coverage");
// A test that is quadratic in its text runs out of its 30 s. At full size some need a minute. With counters of coverage the first
// request of an isolate alone, which has all modules read and counters put in, took 36 s to more than 60 where nothing was kept from
// an earlier run.
const testTimeout = IS_MEASURED || IS_LONG ? 240_000 : 30_000;
// By default one fewer than there are cores, which on two is half of what they can do. A third isolate
// takes more time to load than the waits of the others leave, and has tests run out of their 30 s.
const IN_WORKERD = {
  testTimeout,
  hookTimeout: testTimeout,
  maxWorkers: 2,
  setupFiles: ["test/support/known-modules.ts"],
};
/** Three files at once keep two cores busy; more would only take them from the lane in workerd, which ends later. */
const OF_PROCESSES = {
  testTimeout: 180_000,
  hookTimeout: 60_000,
  maxWorkers: 3,
  env: { TMPDIR: DISK },
};
/** A little below what is measured, in percent; `npm run test:coverage -- --coverage.reporter=text` shows each line. */
const COVERAGE_FLOOR = { statements: 96, branches: 88, functions: 97.5, lines: 97 };
/**
 * What an isolate does only once in its life, has to be alone for, or would leave behind for others: in one of their own, in this
 * order. Every namespace there is counts for the first, the second is to find no model loaded, and what the last leaves never ends.
 */
const FRESH = [
  "registry/key-rotation",
  "http/mask/model-loading",
  "registry/handover",
  "registry/first-registry",
  "registry/unit-costs",
  "registry/jurisdictions",
  "platform/yield-to-callers",
  "http/llm/gateway",
].map((name) => `test/${name}.test.ts`);
/** Rooms of pure code mind nothing that is left behind: run after those, they have both lanes of `npm test` end together. */
const PURE = "test/{core,crypto,detect,erasure,jobs,llm,masking,tokens}/**/*.test.ts";
const PROCESS = "test/{process,house,hostile,long}/**/*.test.ts";
/** Long for their size, which is what a fresh clone goes by: begun last, one of them would end alone. */
const LONGER_THAN_THEY_LOOK = [
  "conformance",
  "process/documents",
  "process/erasure-close",
  "long/soak",
  "capacity",
  "bodies",
  "image",
  "package/package",
  "openapi/schemathesis",
  "silent-streams",
];
/** Lists of all namespaces: each page costs as much as there are namespaces, of which every test leaves some. */
const OF_ALL_NAMESPACES = [
  "http/admin/operator",
  "http/audit/audit-reading",
  "http/erasure/ledger",
];
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const isLong = [...OF_ALL_NAMESPACES, ...LONGER_THAN_THEY_LOOK].some((name) =>
        moduleId.endsWith(`/${name}.test.ts`),
      );
      const place = FRESH.findIndex((file) => moduleId.endsWith(`/${file}`));
      return place === -1 ? FRESH.length + (isLong ? 0 : 1) : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
/** Files that hold code to a time, or compute for long: counting what they run would slow them most. */
const TIMED = [
  "test/**/*linear*.test.ts",
  "test/**/hostile*.test.ts",
  "test/detect/recognizers/address/address.test.ts",
  "test/http/bad-input/deep-bodies.test.ts",
  "test/detect/tagger/by-language.test.ts",
  "test/erasure/{normal-form,search}.test.ts",
  "test/masking/text/{graphemes,whole-text}.test.ts",
  "test/tokens/properties-*.test.ts",
  "test/tokens/reading/{tagged,tolerance,wrappers}.test.ts",
];

const UNCOUNTED = IS_MEASURED ? TIMED : [];

/** Where coverage is counted, what the others leave out. */
const timed = () => ({
  ...inWorkerd(),
  test: {
    ...IN_WORKERD,
    name: "timed",
    include: TIMED,
    exclude: [PROCESS],
    isolate: false,
    sequence: { groupOrder: 1 },
  },
});

// `worker` runs inside workerd, with real Durable Objects, its files one after the other in the same isolates, for a fresh one
// takes longer to start than most files to run; `timed`, where coverage is counted, is what is never measured;
// `fresh` has an isolate of its own, and is a group, for between two files of others it would end the isolates that those
// share; `process` runs on Node and starts the service as a user does (serve, demo), kills it, restarts it.
export default defineConfig({
  test: {
    projects: [
      {
        ...inWorkerd(),
        test: {
          ...IN_WORKERD,
          name: "worker",
          include: ["test/**/*.test.ts"],
          exclude: [...FRESH, PURE, PROCESS, ...UNCOUNTED],
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      ...(IS_MEASURED || process.argv.includes("--project=timed") ? [timed()] : []),
      {
        ...inWorkerd(),
        test: {
          ...IN_WORKERD,
          name: "fresh",
          include: [...FRESH, PURE],
          exclude: UNCOUNTED,
          isolate: false,
          maxWorkers: 1,
        },
      },
      {
        define: PROPERTIES,
        test: {
          ...OF_PROCESSES,
          name: "process",
          include: [PROCESS],
          // What files share, they import once: a third of a second of CPU for each. Each ends what it has started.
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    // Modules as they were made for the last run, or for another project of this one: a third of what a start of the tests
    // inside workerd computes, and with counters of coverage three quarters.
    fsModuleCache: true,
    sequence: { sequencer: LongFirst },
    // The Worker's log: JSON, a line an event. What a test prints itself is shown.
    onConsoleLog: (text) =>
      !text
        .trim()
        .split("\n")
        .every((line) => line.startsWith('{"event":"')),
    // A shared isolate ends a file while an object of an earlier test, woken by its alarm, loads a module or logs.
    onUnhandledError: ({ name }) => name !== "EnvironmentTeardownError",
    // Of `worker` and `fresh` alone, in CI and with npm run test:coverage.
    coverage: {
      provider: "istanbul",
      include: ["src/**/*.ts"],
      reporter: ["text-summary"],
      reportOnFailure: true,
      thresholds: COVERAGE_FLOOR,
    },
  },
});
