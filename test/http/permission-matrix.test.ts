// Permissions: every route of the application with every kind of credential, as one table. A route that is not in the
// table fails, and so does a row without a route.
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { OPERATOR_SCOPES } from "../../src/core/permissions.ts";
import { documentedOperation } from "../support/documented.ts";
import { deactivate, freshName, generate, newNamespace } from "../support/namespaces.ts";
import { badCredentials, newOperator, onList, revokeOperator } from "../support/operators.ts";
import { CREDENTIALS, ROWS } from "../support/permission-table.ts";
import { accepted, call, MASTER_KEY, only, PATHS, submit, tokenOf } from "../support/requests.ts";
import { countRows } from "../support/storage.ts";

const ALL = ["mask", "unmask", "metadata_change"] as const;
let namespace: { name: string; nid: string };
let tokens: Readonly<Record<string, string | undefined>>;
let requests: Readonly<Record<string, object | string>>;
/** Credentials of operators: by their only scope, and such as are good for nothing. */
let operators: Readonly<Record<string, string>>;
/** A job of `all`. */
let job: string;

beforeAll(async () => {
  const mine = await newNamespace({
    all: ALL,
    mask: ["mask"],
    unmask: ["unmask"],
    admin: [ALL[2]],
  });
  const other = await newNamespace({ all: ALL });
  const deleted = await newNamespace({ all: ALL });
  const { name } = mine;
  namespace = mine;
  const dated = async (start_date: string, end_date: string) =>
    (await generate(name, "dated", ALL, { start_date, end_date })).auth_key;
  const revoked = (await generate(name, "revoked", ALL)).auth_key;
  // Both were good once, so that whatever remembers that is put to the test.
  for (const token of [revoked, deleted.tokens.all]) await tokenOf(token, "x", "Text Token");
  await deactivate(revoked);
  const data = { namespace_to_be_deleted: deleted.name };
  accepted(await call("PUT", PATHS.deleteNamespace, { token: MASTER_KEY, body: { data } }));
  const { all } = mine.tokens;
  tokens = {
    garbage: "x.y.z",
    expired: await dated("2020-01-01", "2020-12-31"),
    early: await dated("2990-01-01", "2990-12-31"),
    revoked,
    deleted: deleted.tokens.all,
    mask: mine.tokens.mask,
    unmask: mine.tokens.unmask,
    metadata_change: mine.tokens.admin,
    all,
    held: (await generate(name, "held", ALL, { unmask: { reveal: "partial" } })).auth_key,
    elsewhere: other.tokens.all,
    master: MASTER_KEY,
  };
  requests = await requestsAbout(name, all);
  const good = await Promise.all(OPERATOR_SCOPES.map(async (scope) => newOperator([scope])));
  const gone = await newOperator(OPERATOR_SCOPES);
  await revokeOperator(gone);
  operators = {
    ...Object.fromEntries(OPERATOR_SCOPES.map((scope, i) => [scope, good[i]?.token ?? ""])),
    ...{ revoked: gone.token, ...(await badCredentials()) },
  };
}, 60_000);

/** A body, or the rest of the path, for each row, about data that the namespace has. */
async function requestsAbout(
  name: string,
  token: string,
): Promise<Record<string, object | string>> {
  const put = async <T>(path: string, data: object) =>
    accepted(await call<T>("PUT", path, { token, body: { data } }));
  const kept = await tokenOf(token, "Ada", "Text Token");
  job = await submit(token, "mask", { mask: [{ value: "Ada" }] });
  for (const policy_name of ["p", "q"]) await put(PATHS.createPolicy, { policy_name });
  await put(PATHS.customEntity, { policy_name: "p", entity_name: "THING", words: ["x"] });
  const deletion = await put<{ tracking_id: string }>(PATHS.deletion, { duration: 36_500 });
  const ofPolicy = (more: object = {}) => ({ data: { policy_name: "p", ...more } });
  const mask = { mask: [{ value: "Ada" }] };
  const erasures = {
    "by-value": { data: { values: ["nobody"] } },
    "by-token": { data: { tokens: ["nothing"] } },
    "by-attribute": { data: { key: "nobody", value: 1 } },
  };
  return {
    "/beta/litellm_basic_guardrail_api": { input_type: "request", texts: ["Ada"] },
    "/mcp": {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "mask", arguments: { text: "Ada" } },
    },
    mask: mask,
    "mask keep": { ...mask, known_tokens: "keep" },
    unmask: { unmask: [{ token_value: kept }] },
    "mask/async": mask,
    "mask/async keep": { ...mask, known_tokens: "keep" },
    "unmask/async": { unmask: [{ token_value: kept }] },
    "async-status": { status: [{ tracking_id: job }] },
    "jobs/*/results": "?wait=30",
    detect: { detect: [{ value: "Ada" }] },
    // Not p: elsewhere it is made.
    "metadata/policy/create": { data: { policy_name: "q" } },
    // Named so that nothing goes that another cell is about.
    "metadata/policy/delete": { data: { policy_name: "none of this name" } },
    "metadata/policy/detection": ofPolicy({ allow: ["x"] }),
    "metadata/policy/default": ofPolicy(),
    "metadata/policy/settings": ofPolicy({ partial: true }),
    "metadata/policy/settings of": "?policy_name=p",
    "metadata/personal-data-entities/list": "?policy_name=p",
    "metadata/personal-data-entities/update": ofPolicy({
      metadata: { excluded_entities: ["URL"] },
    }),
    "metadata/update-auto-detect": ofPolicy({
      metadata: [{ entity_name: "URL", format_prefix: "<U>", format_suffix: "</U>" }],
    }),
    "metadata/custom-entity/add-or-update": ofPolicy({ entity_name: "THING", words: ["x"] }),
    "metadata/custom-entity/details": ofPolicy({ entity_name: "THING" }),
    "metadata/custom-entity/delete": ofPolicy({ entity_name: "NOTHING" }),
    "namespace/delete/personal-data-mapping": { data: { duration: 36_500 } },
    ...Object.fromEntries(
      Object.entries(erasures).flatMap(([route, body]) => [
        [`namespace/delete/${route}`, body],
        [`namespace/delete/${route} dry`, { ...body, dry_run: true }],
      ]),
    ),
    "namespace/delete/audit-records": { data: { duration: 30 } },
    "namespace/reports/audit-details":
      "?start_date=2020-01-01 00:00:00&end_date=2099-12-31 23:59:59",
    "reports/usage-summary": `?namespace=${name}`,
    "reports/namespace-summary": `?namespace=${name}`,
    "reports/namespace-users-summary": `?namespace=${name}`,
    "namespace/job-status": `?tracking_id=${deletion.tracking_id}`,
    "namespace/retention": { data: { duration: null } },
    "super-admin/namespace/auth-token/generate": {
      data: { namespace_name: freshName(), _id: "u", permissions: ["mask"] },
    },
    "super-admin/namespace/auth-token/fetch": { data: { namespace_name: name, _id: "all" } },
    "super-admin/namespace/auth-token/deactivate": { data: { auth_token: "x.y.z" } },
    "super-admin/namespace/auth-token/list": `?namespace=${name}`,
    "super-admin/namespace/auth-token/details": `?auth_token=${token}`,
    "super-admin/namespace/hold": { data: { namespace_name: name, hold: false } },
    "super-admin/namespace/limits": { data: { namespace_name: name, limits: null } },
    "super-admin/namespace/limits of": `?namespace=${name}`,
    "super-admin/namespace/delete": { data: { namespace_to_be_deleted: freshName() } },
    "super-admin/namespace/job-status": "?tracking_id=x",
    "super-admin/ledger": `?namespace=${name}`,
    "super-admin/erasure/replay": { data: { receipts: ["x"] } },
    "super-admin/keys/rotate": { data: {} },
    "super-admin/erasure/re-anchor": { data: { namespace_name: name } },
    "super-admin/operators/create": { data: { name: "matrix", scopes: ["read"] } },
    "super-admin/operators/deactivate": { data: { operator_id: "none" } },
  };
}

/** The request of a row. */
function askedBy({ method, path, more }: (typeof ROWS)[number]) {
  const about = requests[`${path.replace("/api/vault/", "")}${more === "" ? "" : ` ${more}`}`];
  const query = method === "GET" && typeof about === "string" ? about : "";
  const place = path.replace("/jobs/*", `/jobs/${job}`);
  return { place: place + query, ...(method === "GET" ? {} : { body: about }) };
}

/** Rows of the namespace, but for what jobs of allowed cells are still writing. */
async function rowsAfterJobs(): Promise<object> {
  const { job_chunk: _, ...rows } = await countRows(namespace.nid);
  return rows;
}

describe("the matrix", () => {
  it("has every route of the application and no other", () => {
    const routes = createApp()
      .routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(ROWS.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual(
      [...new Set(routes)].sort(),
    );
    for (const { head, statuses } of ROWS) expect(statuses, head).toHaveLength(CREDENTIALS.length);
  });

  it.each(ROWS)("holds for $head", async (row) => {
    const { method, path, statuses } = row;
    const { place, ...body } = askedBy(row);
    const found: Record<string, number> = {};
    const ask = async (credential: string) => {
      const answer = await call(method, place, { token: tokens[credential], ...body });
      found[credential] = answer.status;
      return answer;
    };
    const isRefused = (_: string, i: number) => statuses[i] === 401 || statuses[i] === 403;
    const before = await rowsAfterJobs();
    for (const credential of CREDENTIALS.filter(isRefused)) {
      const answer = await ask(credential);
      const isDated = credential === "expired" || credential === "early";
      const isOperators = path.includes("/super-admin/") || path === "/metrics";
      const unauthenticated = isDated && !isOperators ? "token_not_valid_now" : "unauthenticated";
      const code = answer.status === 401 ? unauthenticated : "forbidden";
      expect([answer.error.code, answer.data ?? null], credential).toEqual([code, null]);
    }
    expect(await rowsAfterJobs()).toEqual(before);
    for (const credential of CREDENTIALS.filter((name, i) => !isRefused(name, i))) {
      await ask(credential);
    }
    expect(found).toEqual(Object.fromEntries(CREDENTIALS.map((name, i) => [name, statuses[i]])));
  });

  it.each(ROWS)("holds for operators at $head", async (row) => {
    const { method, statuses, scope } = row;
    const { place, ...body } = askedBy(row);
    const [stranger, master] = [statuses[0], statuses[CREDENTIALS.indexOf("master")]];
    const kept = async () => [await rowsAfterJobs(), await onList("matrix")];
    const before = await kept();
    // Who may do it comes last: what is there is to be what was there before all others.
    const inTurn = Object.entries(operators).sort(
      ([one], [other]) => Number(one === scope) - Number(other === scope),
    );
    for (const [own, token] of inTurn) {
      const may = own === scope;
      if (may) expect(await kept()).toEqual(before);
      const { status, error } = await call(method, place, { token, ...body });
      const isGood = (OPERATOR_SCOPES as readonly string[]).includes(own);
      const refusal = isGood && scope !== null ? 403 : stranger;
      expect([own, status]).toEqual([own, may ? master : refusal]);
      if (status === 403) expect(error.code).toBe("forbidden");
    }
    if (!inTurn.some(([own]) => own === scope)) expect(await kept()).toEqual(before);
  });

  it("is what the document says of operators' scopes", () => {
    for (const { head, method, path, scope } of ROWS) {
      const { needs, scope: told } = documentedOperation(method, path) ?? {};
      const ofMaster = needs === "master key" ? "master" : null;
      expect([head, told ?? ofMaster]).toEqual([head, scope]);
    }
  });

  it("is about one namespace, whose job only its own readers see", async () => {
    const status = requests["async-status"];
    const answer = await call<object[]>("PUT", PATHS.status, {
      token: tokens["all"],
      body: status,
    });
    expect(only(accepted(answer))).toMatchObject({ call_type: "mask" });
  });
});
