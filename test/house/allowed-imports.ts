// Which room may import which. A room is a folder of src or scripts, or a single file that others may know
// although its folder is closed to them; `http/*` is the files of a folder without the folders in it. The longest
// name that fits a file is its room. To allow a folder is to allow all that is in it.

/** What a room may import: other rooms, and packages by their name after `npm:`. */
export type Allowed = Readonly<Record<string, readonly string[]>>;

const FORMS = ["core", "tokens/stages.ts", "tokens/spaces.ts", "tokens/cipher", "tokens/forms"];
const RECOGNIZER = [
  "core",
  "reference",
  "detect/span.ts",
  "detect/text",
  "detect/labels",
  "detect/checks",
  "detect/words",
  "detect/language",
];
const PLATFORM = ["platform", "registry/rpc.ts"];
const VAULT_GROUND = [
  "vault/runtime",
  "vault/store",
  "vault/schema",
  "vault/rpc.ts",
  "vault/deletion-rpc.ts",
  "vault/job-rpc.ts",
  "vault/usage-rpc.ts",
];
const VAULT_BASE = [...VAULT_GROUND, "vault/state", "vault/keys", "vault/namespace-base.ts"];
const VAULT_WORK = ["core", "crypto", "tokens", ...PLATFORM, ...VAULT_BASE];
const HTTP = [
  "core",
  "contract",
  "platform",
  "http/*",
  "vault/rpc.ts",
  "vault/deletion-rpc.ts",
  "vault/job-rpc.ts",
  "vault/usage-rpc.ts",
  "registry/rpc.ts",
  "npm:hono",
];

/** Rooms of src, from the ground up. */
export const SRC: Allowed = {
  core: [],
  reference: ["core"],
  // All that touches the runtime, but for the two object classes.
  platform: ["core", "npm:cloudflare:workers"],
  contract: ["core", "detect/language/languages.ts", "npm:zod"],
  crypto: ["core", "npm:@noble/ciphers", "npm:jose", "npm:node:crypto"],
  jobs: ["core"],
  erasure: ["core"],

  "tokens/cipher": ["core", "npm:@noble/ciphers"],
  "tokens/kinds.ts": [],
  "tokens/spaces.ts": [],
  "tokens/stages.ts": ["core", "tokens/cipher"],
  "tokens/lists": [],
  "tokens/forms/free-form.ts": ["tokens/cipher"],
  "tokens/forms/plain": FORMS,
  "tokens/forms/date": ["reference", ...FORMS],
  "tokens/forms/phone": ["reference", ...FORMS],
  "tokens/forms/network": ["reference", ...FORMS],
  "tokens/forms/numbers": ["reference", ...FORMS],
  "tokens/forms/names": ["tokens/lists", ...FORMS],
  "tokens/reading": ["core", "tokens/cipher", "tokens/forms"],
  tokens: ["core", "crypto/aes.ts", "tokens"],

  "detect/span.ts": ["core", "detect/language"],
  "detect/text": ["core"],
  "detect/checks": ["core", "reference"],
  "detect/labels": ["core", "detect/text", "detect/span.ts", "detect/language", "detect/words"],
  "detect/language": ["models/languages.ts"],
  "detect/words": ["detect/language/languages.ts"],
  "detect/merge": ["core", "detect/text", "detect/span.ts"],
  "detect/recognizers/address": RECOGNIZER,
  "detect/recognizers/date": RECOGNIZER,
  "detect/recognizers/identity": RECOGNIZER,
  "detect/recognizers/network": RECOGNIZER,
  "detect/recognizers/payment": RECOGNIZER,
  "detect/recognizers/phone": [...RECOGNIZER, "npm:libphonenumber-js"],
  "detect/recognizers/secrets": RECOGNIZER,
  "detect/recognizers": ["detect/recognizers", "detect/labels", "detect/text", "detect/span.ts"],
  "detect/tagger": [
    ...["core", "detect/span.ts", "detect/text", "detect/language", "detect/words", "models"],
  ],
  "detect/tagger/shipped-taggers.ts": ["detect", "models", "platform", "npm:cloudflare:workers"],
  "detect/custom": ["core", "reference", "detect/text", "detect/span.ts", "npm:re2js"],
  detect: ["core", "detect"],

  "masking/item.ts": [],
  "masking/text": ["core", "tokens"],
  "masking/json": ["core", "tokens", "masking/item.ts"],
  "masking/policy": ["core", "tokens", "detect"],
  "masking/mask": [
    ...["core", "tokens", "detect", "npm:@noble/ciphers"],
    ...["masking/item.ts", "masking/json", "masking/text", "masking/policy"],
  ],
  "masking/unmask": ["core", "tokens", "masking/item.ts", "masking/json", "masking/text"],

  // Between a language model and its callers: formats on the wire, and putting values back.
  "llm/restore": ["core", "tokens"],
  "llm/wire": ["core", "llm/restore/text-restorer.ts"],
  // One provider each: what two of them share is beside them.
  "llm/wire/openai": ["core", "llm/wire/*"],
  "llm/wire/anthropic": ["core", "llm/wire/*"],
  "llm/guardrail": ["core", "llm"],

  "vault/deletion-rpc.ts": ["erasure"],
  "vault/job-rpc.ts": ["core", "jobs/job.ts"],
  "vault/rpc.ts": [
    "core",
    "erasure",
    "masking/unmask",
    "vault/deletion-rpc.ts",
    "vault/job-rpc.ts",
    "vault/usage-rpc.ts",
  ],
  "vault/usage-rpc.ts": [],
  "vault/schema": ["platform"],
  "vault/store": ["core", "platform", "jobs/job.ts", "erasure", "vault/usage-rpc.ts"],
  "vault/runtime": ["core", "jobs", "erasure/ledger-entry.ts", ...PLATFORM, "vault/store"],
  "vault/state": ["core", "tokens", ...PLATFORM, ...VAULT_GROUND],
  "vault/keys": ["core", "crypto", "tokens", ...PLATFORM, ...VAULT_GROUND],
  "vault/namespace-base.ts": ["core", "crypto", ...PLATFORM, ...VAULT_BASE],
  "vault/audit": [...VAULT_WORK, "erasure/ledger-entry.ts"],
  "vault/mappings": [...VAULT_WORK, "masking", "erasure/normal-form.ts"],
  "vault/policies": [...VAULT_WORK, "masking"],
  "vault/jobs": [
    ...VAULT_WORK,
    ...["masking", "detect", "jobs", "contract/answers.ts"],
    ...["vault/audit", "vault/mappings", "vault/policies"],
  ],
  "vault/erasure": [
    ...VAULT_WORK,
    "erasure",
    "jobs/job.ts",
    "vault/audit",
    "vault/mappings",
    "vault/jobs",
  ],
  // The object, its host and its wiring.
  vault: [
    ...["core", "crypto", "masking", "jobs", "erasure/ledger-entry.ts", ...PLATFORM, "vault"],
    "npm:cloudflare:workers",
  ],

  "registry/rpc.ts": ["core", "erasure"],
  "registry/schema": ["platform"],
  "registry/store": ["core", "erasure", "platform", "registry/rpc.ts"],
  registry: [
    ...["core", "crypto", "erasure", "platform", "registry", "vault/rpc.ts"],
    "npm:cloudflare:workers",
  ],

  // What every folder of routes shares.
  "http/*": HTTP,
  "http/policies": [...HTTP, "masking", "detect", "tokens", "npm:zod"],
  "http/mask": [...HTTP, "masking", "detect", "tokens", "http/policies", "npm:zod"],
  "http/llm": [
    ...HTTP,
    ...["masking", "llm", "http/mask", "http/policies", "npm:eventsource-parser"],
  ],
  "http/jobs": [...HTTP, "jobs/slice.ts", "jobs/payload-frames.ts", "http/mask"],
  "http/audit": [...HTTP, "http/erasure"],
  "http/erasure": [...HTTP, "erasure"],
  "http/mcp": [...HTTP, "http/mask", "http/erasure", "npm:zod"],
  "http/reference": [...HTTP, "docs/openapi.json", "docs/reference.html"],
  "http/admin": [...HTTP, "erasure"],
  // app, config and index put everything together.
  "*": ["core", "platform", "crypto", "tokens", "http", "vault", "registry", "npm:hono"],
};

const TOOLS = ["scripts/run", "scripts/demo", "scripts/openapi", "scripts/data", "scripts/quality"];

/** Rooms of scripts. Commands import everything, nothing imports a command. */
export const SCRIPTS: Allowed = {
  "scripts/run": ["scripts/run", "clients/typescript", "src", "npm"],
  "scripts/demo": ["scripts/run", "scripts/demo", "clients/typescript", "npm"],
  // What the service says of itself, told to others; of calls to language models that is in the tables they are read by.
  "scripts/openapi": ["src/contract", "src/core", "src/llm/wire", "npm:zod"],
  "scripts/data": ["scripts/run", "scripts/data", "scripts/quality", "src", "npm"],
  "scripts/quality": [...TOOLS, "src", "npm"],
  "scripts/commands": [...TOOLS, "clients/typescript", "src", "npm"],
};

/** Files that are given to others import nothing of ours. */
export const CLIENTS: Allowed = { "clients/typescript/src": [] };
