// Requests to every route as data: valid ones, and ones with a slip or an ill will. Case n of a seed is always the same.
import { TOKEN_STYLES } from "../../src/core/policy.ts";
import { fc } from "../support/properties.ts";
import { auditRequests } from "./wire-audit.ts";
import { LINES, writing, written } from "./wire-lines.ts";
import { operatorRequests } from "./wire-operators.ts";
import { bytesOf, queryOf, spoiled } from "./wire-slips.ts";

/** Data that every case may refer to. A case's number decides the index in a list, but not the content there. */
export interface Known {
  /** Bearers: of namespace n; of `gone`, which is deleted and made again all the time; revoked; the operator's. */
  readonly bearers: Record<"all" | "mask" | "elsewhere" | "revoked" | "master", string>;
  /** Tokens that stand for values. */
  readonly tokens: string[];
  /** Ids of jobs and deletions. */
  readonly ids: string[];
  /** Erased before this date is all there is. */
  readonly tomorrow: string;
}

/** A request as it is sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly bearer: string | null;
  readonly type: string | null;
  readonly encoding: string | null;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

type Json = fc.Arbitrary<unknown>;

/** Words of ours, and rarely one that is none: in a list of many, one of those fails all of it. */
function one(good: readonly string[], ...bad: readonly string[]): fc.Arbitrary<string> {
  const known = { weight: 60, arbitrary: fc.constantFrom(...good) };
  return bad.length === 0 ? known.arbitrary : fc.oneof(known, fc.constantFrom(...bad));
}

const name = one(["Default Token", "Text Token", "Special Token"], "Nose", "", "__proto__");
const format = one(["Default Format", "Email address", "Credit Card", "URL"], "Nose", "");
const entities = one(["PERSON", "URL", "EMAIL_ADDRESS"], "THING", "LITERAL", "NOSE", "__proto__");
const policy = one(["p", "q"], "none", "", "__proto__", "\u200b");
const hold = fc.boolean();
const other = one(["gone"], "none", "");
const own = one(["THING", "X1"], "URL", "x", "");
const GOOD_TEXTS = [
  "Ada Lovelace, born 10 December 1815, ada@example.com",
  "4111 1111 1111 1111 and +44 20 7946 0958 at 192.0.2.1",
  ...["\0", "\u202e<PER>x</EMAIL>", "<PE", "🜁".repeat(50), "a".repeat(3_000), "https://"],
];
const text = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...GOOD_TEXTS) },
  { weight: 30, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\ud800", "a".repeat(70_000)) },
);
/** Anything in place of anything. */
const junk: Json = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, 0.1, "", "\ud800", [], {}, [[]], "__proto__"),
  text,
  fc.nat(120).map((levels) => JSON.parse("[".repeat(levels + 1) + "]".repeat(levels + 1))),
  fc.nat(120).map((n) => JSON.parse(`${'{"1":'.repeat(n)}1${"}".repeat(n)}`)),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Without a member, JSON.stringify leaves it out. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const flag = maybe(fc.boolean());
const rate = maybe(fc.oneof(fc.nat(1_000_000), fc.constantFrom(-1, 0.5, 1e9, "1")));
const limits = fc.option(fc.record({ requests_per_second: rate, values_per_second: rate }));
const data = (members: Record<string, Json>): Json => fc.record({ data: fc.record(members) });
const ofPolicy = (members: Record<string, Json> = {}) => data({ policy_name: policy, ...members });

const document = fc.oneof(
  { weight: 20, arbitrary: fc.dictionary(fc.string(), text) },
  { weight: 20, arbitrary: fc.array(text) },
  fc.jsonValue(),
);
const item = (value: Json, more: Record<string, Json> = {}): Json =>
  fc.oneof(
    fc.record({ value, ...more }),
    fc.record({ value: document, json: fc.constant(true), numbers: maybe(fc.array(fc.string())) }),
  );
/** Attributes that are erased by, and others. */
const CUSTOMER = { key: "customer", value: 42 };
const attributes = maybe(
  fc.oneof(
    fc.constant({ [CUSTOMER.key]: CUSTOMER.value }),
    ...[fc.dictionary(fc.string(), fc.jsonValue()), text, fc.integer()],
  ),
);
const options = {
  policy_name: maybe(policy),
  explain: flag,
  offsets: maybe(one(["code_points", "utf16"], "bytes")),
  known_tokens: maybe(one(["keep", "mask"], "drop")),
  json: flag,
};
const list = (items: Json) => fc.array(items, { minLength: 1, maxLength: 6 });

/** A message of an agent. */
function rpc(token: Json, policy_name: Json): Json {
  const given = fc.oneof(
    fc.record({ text, policy_name: maybe(policy_name) }),
    fc.record({ text: token }),
    fc.record({ values: fc.array(text), dry_run: flag }),
    fc.record({ tokens: fc.array(token), attribute: maybe(fc.constant(CUSTOMER)) }),
  );
  const methods = [
    "initialize",
    "notifications/initialized",
    "ping",
    "tools/list",
    "server/discover",
  ];
  return fc.record({
    jsonrpc: fc.constant("2.0"),
    id: maybe(fc.oneof(fc.nat(), text)),
    method: one([...methods, ...Array(10).fill("tools/call")], "resources/list", "__proto__"),
    params: fc.record({
      name: one(["mask", "detect", "erase", "unmask"], "nose", "__proto__"),
      arguments: given,
      protocolVersion: maybe(text),
    }),
  });
}

/** What LiteLLM asks. */
function guarded(token: Json, policy_name: Json): Json {
  const said = fc.oneof(text, token);
  const content = fc.oneof(said, fc.array(fc.record({ type: one(["text"], "audio"), text: said })));
  const made = fc.record({ id: text, function: fc.record({ name: text, arguments: said }) });
  return fc.record({
    input_type: one(["request", "response"], "x"),
    texts: maybe(fc.array(said)),
    images: maybe(fc.array(text, { maxLength: 1 })),
    structured_messages: maybe(
      fc.array(
        fc.record({
          role: one(["user", "assistant"], "x"),
          content,
          tool_calls: maybe(list(made)),
        }),
      ),
    ),
    tool_calls: maybe(fc.array(made)),
    litellm_call_id: maybe(one(["a", "b"], "")),
    additional_provider_specific_params: maybe(fc.record({ policy_name: maybe(policy_name) })),
  });
}

/** GETs without a query, or none that says much. */
const ASKED_PLAINLY = [
  "healthz",
  "livez",
  "readyz",
  "metrics",
  ".well-known/jwks.json",
  "llm/openai/v1/models",
  "llm/openai/v1/models/*",
  "llm/anthropic/v1/models/*",
  "api/vault/jobs/*",
  "api/vault/jobs/*/results",
  "api/vault/metadata/token-types",
  "api/vault/metadata/formats",
  "api/vault/metadata/entities",
  "api/vault/metadata/policy/list",
  "api/vault/metadata/policy/default",
  "api/vault/namespace/retention",
  "openapi.json",
  "docs",
];

/** A well-formed body by `METHOD path`; of a GET, the members of its query. Every route has to be here. */
export function bodies(known: Known): Readonly<Record<string, Json>> {
  const token = fc.oneof({ weight: 20, arbitrary: one(known.tokens) }, text);
  const id = fc.oneof(one(known.ids), text);
  const bearer = one([known.bearers.revoked, known.bearers.elsewhere, "x.y.z", ""]);
  const mask = fc.record({
    mask: list(item(text, { token_name: name, format: maybe(format), attributes })),
    ...options,
  });
  const unmask = fc.record({
    unmask: list(
      fc.oneof(
        { weight: 20, arbitrary: fc.record({ token_value: token, attributes }) },
        { weight: 5, arbitrary: fc.record({ token_value: document, json: fc.constant(true) }) },
        fc.record({ token_value: document, json: flag }),
      ),
    ),
    ...options,
    strict: flag,
    partial: flag,
  });
  const dry = { dry_run: flag };
  const entity = { entity_name: entities };
  const page = fc.record({
    next_page_token: maybe(text),
    namespace: maybe(one(["n", "gone"], "none")),
  });
  const namespace = one(["n", "gone"], "none", "");
  const days = maybe(fc.oneof(fc.integer({ min: 1, max: 36_500 }), fc.constant(36_500)));
  const groups = ["anonymizable_entities", "pseudonymizable_entities", "excluded_entities"];
  const moved = one(groups).chain((group) => fc.record({ [group]: fc.array(entities) }));
  const none = fc.constant({});
  const prompt = fc.record({
    model: one(["echo", "echo+letters", "429"], ""),
    max_tokens: fc.constant(9),
    system: maybe(text),
    messages: list(fc.record({ role: one(["user", "assistant"], "nobody"), content: text })),
    stream: flag,
  });
  return {
    ...Object.fromEntries(ASKED_PLAINLY.map((path) => [`GET /${path}`, none])),
    "POST /beta/litellm_basic_guardrail_api": guarded(token, policy),
    "POST /mcp": rpc(token, policy),
    "POST /llm/openai/v1/chat/completions": fc.record({
      model: one(["echo", "echo+letters", "echo+tool", "429"], ""),
      messages: list(
        fc.record({
          role: one(["system", "user", "assistant", "tool"], "nobody"),
          content: fc.oneof(text, list(fc.record({ type: one(["text"], "image_url"), text }))),
        }),
      ),
      stream: flag,
      n: maybe(fc.constant(2)),
    }),
    "POST /llm/openai/v1/responses": fc.record({
      model: one(["echo", "echo+letters", "429"], ""),
      input: fc.oneof(text, list(fc.record({ role: one(["user"], "nobody"), content: text }))),
      instructions: maybe(text),
      previous_response_id: maybe(text),
      stream: flag,
    }),
    "POST /llm/anthropic/v1/messages": prompt,
    "POST /llm/anthropic/v1/messages/count_tokens": prompt,
    "GET /llm/anthropic/v1/models": fc.record({ limit: maybe(text), after_id: maybe(text) }),
    "POST /llm/openai/v1/embeddings": fc.record({
      model: fc.constant("echo"),
      input: fc.oneof(text, list(text), fc.constant([1])),
    }),
    "PUT /api/vault/mask": mask,
    "PUT /api/vault/unmask": unmask,
    "PUT /api/vault/mask/stream": fc.oneof(text, fc.record({ delta: text })),
    "PUT /api/vault/unmask/stream": fc.oneof(token, fc.record({ delta: token })),
    "PUT /api/vault/mask/async": mask,
    "PUT /api/vault/unmask/async": unmask,
    "PUT /api/vault/async-status": fc.record({
      status: list(fc.record({ tracking_id: id })),
      include_input: flag,
    }),
    "GET /api/vault/jobs": fc.record({
      status: maybe(one(["PENDING", "SUCCESS", "CANCELLED"], "DONE")),
      call_type: maybe(one(["mask", "unmask"], "x")),
      own: maybe(one(["true", "false"], "x")),
      limit: maybe(fc.oneof(fc.integer({ min: -1, max: 200 }), text)),
      next_page_token: maybe(text),
    }),
    "POST /api/vault/jobs/*/cancel": none,
    "PUT /api/vault/detect": fc.record({ detect: list(fc.record({ value: text })), ...options }),
    "PUT /api/vault/metadata/policy/create": fc.oneof(ofPolicy(), data({ policy_name: text })),
    "PUT /api/vault/metadata/policy/delete": ofPolicy(),
    "PUT /api/vault/metadata/policy/detection": ofPolicy({
      threshold: maybe(fc.double({ min: -1, max: 2 })),
      thresholds: maybe(fc.dictionary(entities, fc.double({ min: 0, max: 1 }))),
      languages: maybe(fc.option(fc.array(one(["en", "de", "hi"], "__proto__")))),
      allow: maybe(fc.array(text)),
      deny: maybe(fc.array(fc.record({ value: text, ...entity }))),
    }),
    "PUT /api/vault/metadata/policy/default": data({ policy_name: fc.option(policy) }),
    "PUT /api/vault/metadata/policy/settings": ofPolicy({
      token_style: maybe(fc.option(one(TOKEN_STYLES, "bold", "__proto__"))),
      partial: flag,
      external: maybe(fc.option(fc.record({ recognizer: text, entities: fc.object() }))),
      llm: maybe(
        fc.record({
          hint: flag,
          media: maybe(one(["refuse", "pass"], "drop")),
          tools: maybe(fc.array(text)),
        }),
      ),
    }),
    "GET /api/vault/metadata/policy/settings": fc.record({ policy_name: maybe(policy) }),
    "GET /api/vault/metadata/personal-data-entities/list": fc.record({
      policy_name: maybe(policy),
      next_page_token: maybe(text),
    }),
    "PUT /api/vault/metadata/personal-data-entities/update": ofPolicy({ metadata: moved }),
    "PUT /api/vault/metadata/update-auto-detect": ofPolicy({
      metadata: fc.array(
        fc.record({
          ...entity,
          format_prefix: one(["<A>", "[["], "x"),
          format_suffix: one(["</A>"], ""),
        }),
      ),
    }),
    "PUT /api/vault/metadata/custom-entity/add-or-update": ofPolicy({
      entity_name: own,
      pattern: one(["x+", "(a|b)*c"], "[", "\\d{1000}", "(?=x)", ""),
      context_words: maybe(fc.array(text)),
      validator: maybe(fc.oneof(one(["luhn", "mod97"], "x"), fc.record({ min_length: fc.nat() }))),
    }),
    "PUT /api/vault/metadata/custom-entity/details": ofPolicy({ entity_name: own }),
    "PUT /api/vault/metadata/custom-entity/delete": ofPolicy({ entity_name: own }),
    "PUT /api/vault/namespace/delete/personal-data-mapping": fc.record({
      data: fc.oneof(
        fc.record({
          date: one([...Array(5).fill("2020-01-01"), known.tomorrow], "2020-02-30", "9999-12-31"),
        }),
        fc.record({ duration: days }),
      ),
      ...dry,
    }),
    "PUT /api/vault/namespace/delete/by-value": fc.record({
      data: fc.record({ values: fc.array(text) }),
      ...dry,
    }),
    "PUT /api/vault/namespace/delete/by-token": fc.record({
      data: fc.record({ tokens: fc.array(token) }),
      ...dry,
    }),
    "PUT /api/vault/namespace/delete/by-attribute": fc.record({
      data: fc.oneof(fc.constant(CUSTOMER), fc.record({ key: text, value: fc.jsonValue() })),
      ...dry,
    }),
    ...auditRequests({ namespace, days, ...dry }),
    "GET /api/vault/namespace/job-status": fc.record({
      tracking_id: id,
      include_replay: maybe(one(["true", "x"])),
    }),
    "PUT /api/vault/namespace/retention": data({ duration: fc.oneof(days, fc.constant(null)) }),
    "PUT /api/vault/super-admin/namespace/auth-token/generate": data({
      namespace_name: namespace,
      _id: text,
      permissions: fc.array(one(["mask", "unmask", "metadata_change"], "all")),
      start_date: maybe(one(["2020-01-01"], "9999-12-31", "x")),
      end_date: maybe(one(["9999-12-31"], "2020-01-01", "x")),
      policy_name: maybe(fc.option(policy)),
      jurisdiction: one([""], "us", "mars").map((code) => (code === "" ? undefined : code)),
      ...{ limits: maybe(limits), unmask: maybe(fc.constantFrom({}, { reveal: "none" }, 1)) },
    }),
    "PUT /api/vault/super-admin/namespace/auth-token/fetch": data({
      namespace_name: namespace,
      _id: text,
    }),
    ...operatorRequests({ namespace: other, id, bearer }),
    "GET /api/vault/super-admin/namespace/auth-token/list": page,
    "GET /api/vault/super-admin/namespace/auth-token/details": fc.record({ auth_token: bearer }),
    "PUT /api/vault/super-admin/namespace/hold": data({ namespace_name: namespace, hold }),
    "GET /api/vault/super-admin/namespace/limits": fc.record({ namespace }),
    // Not n, which most cases are about: they would wait, or find nothing.
    "PUT /api/vault/super-admin/namespace/limits": data({ namespace_name: other, limits }),
    "PUT /api/vault/super-admin/namespace/delete": data({ namespace_to_be_deleted: other }),
    "GET /api/vault/super-admin/namespace/job-status": fc.record({ tracking_id: id }),
    "GET /api/vault/super-admin/ledger": page,
    "PUT /api/vault/super-admin/erasure/replay": data({
      receipts: fc.array(fc.oneof(text, fc.record({ receipt: text }))),
    }),
    // Nor this one, nor about any that there is: while it is confirmed, others of that namespace wait.
    "PUT /api/vault/super-admin/erasure/re-anchor": data({
      namespace_name: one(["never made", ""]),
      confirm: fc.option(fc.record({ namespace_position: fc.nat(9), ledger_position: fc.nat(9) })),
    }),
  };
}

/** Requests to all routes: one half as they should be, the other with something wrong. */
export function requests(known: Known): fc.Arbitrary<WireRequest> {
  const routes = Object.entries(bodies(known));
  const { all, elsewhere, master } = known.bearers;
  const namespace = fc.constantFrom(all, all, all, elsewhere);
  return fc
    .tuple(fc.constantFrom(...routes), fc.nat(15), fc.nat(1_000_000), junk, namespace, writing)
    .chain(([[route, body], slip, where, wrong, bearer, how]) =>
      body.map((good): WireRequest => {
        const [method = "", pattern = ""] = route.split(" ");
        const path = pattern.replace("/jobs/*", `/jobs/${known.ids[where % known.ids.length]}`);
        const right = path.includes("/super-admin/") ? master : bearer;
        const sent = slip < 4 ? spoiled(good, where, wrong) : good;
        const bearers = [null, ...Object.values(known.bearers), "x.y.z"];
        const json = bytesOf(sent, slip === 7 ? where : null);
        const submission = path.endsWith("mask/async") ? written(sent, json, how) : null;
        const query = method === "GET" ? queryOf(sent) : (submission?.query ?? "");
        const type = submission?.type ?? typeOf(path);
        const request = {
          method: slip === 4 ? (["POST", "GET", "PUT", "DELETE"][where % 4] ?? "") : method,
          path: path + query,
          bearer: slip === 5 ? (bearers[where % bearers.length] ?? null) : right,
          type: slip === 6 ? (["text/plain", "", null][where % 3] ?? null) : type,
          encoding: submission?.encoding ?? null,
          body: method === "GET" ? null : (submission?.body ?? json),
        };
        // A fetch does not send a body with GET.
        return request.method === "GET" ? { ...request, body: null, encoding: null } : request;
      }),
    );
}

function typeOf(path: string): string {
  return path.endsWith("/stream") ? LINES : "application/json";
}
