// Options of `npm run serve`, its settings from the environment, and its help. All are checked here, so that
// a mistake stops the start.

import { resolve } from "node:path";
import { MAX_CELLS } from "../cells/folders.ts";
import { CommandFailure, EXIT, optionalPath, parseOptions, wholeNumber } from "../cli/command.ts";
import { type ModelUpstream, readModelUpstreams } from "./model-upstreams.ts";
import { type NamedAddress, readNamedAddresses } from "./named-addresses.ts";

/** Options of the command line. `port` 0 means: choose a free one. */
export type ServeOptions = {
  port: number;
  host: string;
  dataDir: string;
  /** Folder of the Registry's objects; null: in `dataDir`. */
  ledgerDir: string | null;
  /** Number of runtimes that share the namespaces; null: as many as the folder has. */
  cells: number | null;
  heapMb: number;
  /** Refusals of credentials per second and address that pass at once; later ones are delayed. 0: no limit. */
  badCredentials: number;
  drainSeconds: number;
  envFile: string | null;
  /** Command that prints the root key; null: it is in the environment. */
  rootKeyCommand: string | null;
  isTestBuild: boolean;
  /** Providers of language models for the gateway. */
  upstreams: readonly ModelUpstream[];
  callbacks: readonly NamedAddress[];
  /** External recognizers that policies may use. */
  recognizers: readonly NamedAddress[];
};

const HELP = `Run the service on this machine: one or several workerd processes, with their
data in a folder.

  npm run -s keygen > vault.env && chmod 600 vault.env
  npm run serve -- --port 8787 --data ./vault-data --env-file vault.env

  --port P            port to listen on; 0 chooses a free one (8787)
  --data DIR          folder of the data, created when missing; one service per
                      folder (.vault-data)
  --ledger DIR2       keep the Registry (names of namespaces, record of
                      erasures) in DIR2, on its own disk
  --cells N           share the namespaces among N runtimes, each with a folder
                      of its own in DIR (docs/operations.md); without it as many
                      as DIR has, in a new one 1
  --host ADDRESS      address to listen on (127.0.0.1); beyond this machine put
                      TLS in front
  --heap-mb N         bound of the JavaScript heap; workerd ends when it is
                      reached, and is started again (512)
  --bad-credentials N 401 answers a second to an address; more wait (10; 0: off)
  --drain-seconds N   how long requests may take after SIGTERM or Ctrl-C (10)
  --env-file FILE     read variables from FILE; those that are already set win
  --root-key-command CMD
                      VAULT_ROOT_KEY is what CMD prints (docs/operations.md)
  --llm NAME=URL      a language model provider behind /llm/NAME: openai or
                      anthropic, or a compatible one (docs/llm.md)
  --callback NAME=URL an address that jobs may notify when they end
                      (docs/jobs.md); repeat it for several names
  --recognizer NAME=URL
                      a recognizer that policies may ask (docs/policies.md)
  --test-build        run the build with failpoints (for this project's tests)

Environment: VAULT_ROOT_KEY and VAULT_MASTER_KEY (see npm run keygen),
RESULT_RETENTION_HOURS (24), STORAGE_CAPACITY_BYTES of one namespace
(10737418240; above 95 % it takes nothing new, deletion works), MCP_UNMASK (0; 1
gives agents at /mcp the tool unmask), LLM_OPENAI_KEY and LLM_ANTHROPIC_KEY for
--llm, LLM_PATIENCE_SECONDS (600; how long such a provider may stay silent),
CALLBACKS_SECRET for --callback, RECOGNIZERS_PATIENCE_MS (2000; how long a
--recognizer may take), METRICS_KEY (lets its holder read /metrics, as
operators may), REQUEST_LOG (0; log one line for every N requests), AUDIT
(buffered; strict or off; docs/audit.md), LIST_BEARERS (0; docs/api.md).
Ready when the line "masking-vault listening on ..." is printed; GET /healthz
then answers 200.
DIR/serve.lock names the process ids while the service runs (so does DIR2's).
A service that has once run with --ledger always needs it; if the folders do not
match, it says what to move. The Worker cannot open outbound connections, except
to the addresses of --llm, --callback and --recognizer.
A runtime that dies is restarted. Stop with SIGTERM or Ctrl-C; a second one, a
second later, cuts off running requests.
Exit codes: 0 stopped as asked, 1 failed, 2 secret missing or weak, 3 DIR is in
use, 4 port is in use, 64 wrong usage.`;

/** Read the options from the command line. */
export function readServeOptions(): ServeOptions {
  const given = parseOptions(HELP, {
    port: { type: "string", default: "8787" },
    data: { type: "string", default: ".vault-data" },
    ledger: { type: "string" },
    cells: { type: "string" },
    host: { type: "string", default: "127.0.0.1" },
    "heap-mb": { type: "string", default: "512" },
    "bad-credentials": { type: "string", default: "10" },
    "drain-seconds": { type: "string", default: "10" },
    "env-file": { type: "string" },
    "root-key-command": { type: "string" },
    llm: { type: "string", multiple: true, default: [] },
    callback: { type: "string", multiple: true, default: [] },
    recognizer: { type: "string", multiple: true, default: [] },
    "test-build": { type: "boolean", default: false },
  });
  return {
    port: wholeNumber("port", given.port, 0, 65_535),
    host: checkHost(given.host),
    dataDir: resolve(given.data),
    ledgerDir: optionalPath(given.ledger),
    cells: given.cells === undefined ? null : wholeNumber("cells", given.cells, 1, MAX_CELLS),
    heapMb: wholeNumber("heap-mb", given["heap-mb"], 64, 65_536),
    badCredentials: wholeNumber("bad-credentials", given["bad-credentials"], 0, 1_000_000),
    drainSeconds: wholeNumber("drain-seconds", given["drain-seconds"], 0, 3600),
    envFile: given["env-file"] ?? null,
    rootKeyCommand: given["root-key-command"] ?? null,
    isTestBuild: given["test-build"],
    upstreams: readModelUpstreams(given.llm),
    callbacks: readNamedAddresses("callback", given.callback),
    recognizers: readNamedAddresses("recognizer", given.recognizer),
  };
}

function checkHost(host: string): string {
  if (/^[A-Za-z0-9.-]+$/.test(host) || /^[0-9A-Fa-f:.]+$/.test(host)) return host;
  throw new CommandFailure(`--host must be a name or an address, not "${host}".`, EXIT.usage);
}

type Setting = { fallback: number; least: number; most: number; unit: string };

const SETTINGS = {
  RESULT_RETENTION_HOURS: { fallback: 24, least: 1, most: 24 * 365, unit: " of hours" },
  // As much as an object may hold on Cloudflare; one's own disk may offer more.
  STORAGE_CAPACITY_BYTES: {
    fallback: 10 * 1024 ** 3,
    least: 1024 ** 2,
    most: 1024 ** 4,
    unit: " of bytes",
  },
  MCP_UNMASK: { fallback: 0, least: 0, most: 1, unit: "" },
  LIST_BEARERS: { fallback: 0, least: 0, most: 1, unit: "" },
  REQUEST_LOG: { fallback: 0, least: 0, most: 1_000_000, unit: " of requests" },
  LLM_PATIENCE_SECONDS: { fallback: 600, least: 1, most: 3_600, unit: " of seconds" },
  RECOGNIZERS_PATIENCE_MS: { fallback: 2_000, least: 1, most: 60_000, unit: " of milliseconds" },
} as const satisfies Record<string, Setting>;
/** Modes of the audit; the first is the default. */
const AUDIT = ["buffered", "strict", "off"] as const;

type Name = keyof typeof SETTINGS;

/** The value of every setting, as text for the Worker's bindings. */
export type ServiceSettings = Readonly<Record<Name | "AUDIT", string>>;

/** Settings from the environment, or their defaults. Fails when one is out of its bounds. */
export function readServiceSettings(env: NodeJS.ProcessEnv): ServiceSettings {
  const names = Object.keys(SETTINGS) as Name[];
  const pairs = names.map((name) => [name, readSetting(name, env[name])]);
  const { AUDIT: audit = AUDIT[0] } = env;
  if (!AUDIT.some((one) => one === audit)) {
    throw new CommandFailure(`AUDIT must be one of ${AUDIT.join(", ")}.`, EXIT.usage);
  }
  return { ...Object.fromEntries(pairs), AUDIT: audit } as ServiceSettings;
}

function readSetting(name: Name, text: string | undefined): string {
  const { fallback, least, most, unit } = SETTINGS[name];
  if (text === undefined) return String(fallback);
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= least && value <= most) return text;
  throw new CommandFailure(
    `${name} must be a whole number${unit} from ${least} to ${most}.`,
    EXIT.usage,
  );
}
