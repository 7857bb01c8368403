// Requests to every route as data: valid ones, and ones with a slip or an ill will. Case n of a seed is always the same.

import { TOKEN_STYLES } from "../../src/core/policy.ts";
import { fc } from "../support/properties.ts";
import { auditRequests } from "./wire-audit.ts";
import { LINES, writing, written } from "./wire-lines.ts";
import { modelRequests } from "./wire-models.ts";
import { operatorRequests } from "./wire-operators.ts";
import { bytesOf, queryOf, spoiled } from "./wire-slips.ts";
import {
  attributes,
  CUSTOMER,
  data,
  document,
  entities,
  flag,
  format,
  hold,
  item,
  type Json,
  junk,
  limits,
  list,
  maybe,
  name,
  ofPolicy,
  one,
  options,
  other,
  own,
  policy,
  text,
} from "./wire-values.ts";

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
  return {
    ...Object.fromEntries(ASKED_PLAINLY.map((path) => [`GET /${path}`, none])),
    ...modelRequests(token),
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
