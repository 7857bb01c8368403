// Operators beside the master key: made, listed and revoked, who may see their tokens, and what is recorded of them.
// The permission matrix shows what each scope allows, route by route.
import { afterEach, describe, expect, it, vi } from "vitest";
import { OPERATOR_SCOPES } from "../../../src/core/permissions.ts";
import { isoDate } from "../../../src/core/time.ts";
import { ADMIN, ask, details } from "../../support/audit.ts";
import { claimsIn, freshName, newNamespace, newVault } from "../../support/namespaces.ts";
import { newOperator, onList, revokeOperator, signedOperator } from "../../support/operators.ts";
import { expectRefusal, invalid, REFUSED } from "../../support/refusals.ts";
import { accepted, call, MASTER_KEY, mask, PATHS } from "../../support/requests.ts";

const DAY_MS = 86_400_000;

interface Listed {
  readonly operator_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly end_date: string;
  readonly created: string;
}

interface TokenRecord {
  readonly auth_token: string | null;
  readonly token_id: string;
  readonly namespace_id: string;
}

afterEach(() => vi.restoreAllMocks());

async function listed(): Promise<Listed[]> {
  return accepted(await call<Listed[]>("GET", PATHS.listOperators, { token: MASTER_KEY }));
}

function create(data: object) {
  return call("PUT", PATHS.createOperator, { token: MASTER_KEY, body: { data } });
}

function listTokens({ token }: { readonly token: string }, name: string) {
  return call<TokenRecord[]>("GET", `${PATHS.list}?namespace=${name}`, { token });
}

describe("an operator", () => {
  it("is on the list until it is revoked, without its credential", async () => {
    const made = await newOperator(["tokens", "read", "read"], { name: "desk.1-a_B" });
    const entry = (await listed()).find(({ operator_id }) => operator_id === made.id);
    const inNinetyDays = [0, 1].map((more) => isoDate(Date.now() + (90 - more) * DAY_MS));
    expect(entry).toEqual({
      ...{ operator_id: made.id, name: "desk.1-a_B", scopes: ["read", "tokens"] },
      end_date: expect.toSatisfy((day: string) => inNinetyDays.includes(day)),
      created: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    });
    expect(JSON.stringify(await listed())).not.toContain(made.token);
    await revokeOperator(made);
    expect(await onList()).not.toContain(made.id);
    const again = { token: MASTER_KEY, body: { data: { operator_id: made.id } } };
    expectRefusal(await call("PUT", PATHS.deactivateOperator, again), REFUSED.token);
  });

  it("is refused at once when it is revoked, and no other is", async () => {
    const { name } = await newVault();
    const [one, other] = [await newOperator(["read"]), await newOperator(["read"])];
    for (const operator of [one, other])
      expect((await listTokens(operator, name)).status).toBe(200);
    await revokeOperator(one);
    expectRefusal(await listTokens(one, name), REFUSED.unauthenticated);
    expect((await listTokens(other, name)).status).toBe(200);
  });

  it("has a name that may stand in a log, scopes there are, and a year at most", async () => {
    const day = (days: number) => isoDate(Date.now() + days * DAY_MS);
    const good = { name: "desk", scopes: ["read"] };
    for (const name of ["", "Ann Lee", "-x", "ann@example.com", "a".repeat(65), "a\nb", 7, null]) {
      expectRefusal(await create({ ...good, name }), invalid("name"));
    }
    for (const scopes of [[], ["all"], "read", null]) {
      expect((await create({ ...good, scopes })).error.code).toBe("invalid_field");
    }
    for (const end_date of ["2020-01-01", day(-2), day(367), "9999-12-31", "soon"]) {
      expectRefusal(await create({ ...good, end_date }), invalid("end_date"));
    }
    for (const end_date of [day(1), day(364), null]) {
      expect((await create({ ...good, end_date })).status).toBe(200);
    }
  });

  it("is refused when its day is over", async () => {
    const yesterday = await signedOperator({ end_date: isoDate(Date.now() - DAY_MS) });
    expectRefusal(await listTokens({ token: yesterday }, "x"), REFUSED.notValidNow);
  });

  it("is refused while nobody can say whether it is on the list", async () => {
    const { token } = await newOperator(["read"]);
    const away = { getByName: () => ({ hasOperator: () => Promise.reject(new Error("away")) }) };
    const settings = { REGISTRY: away };
    // Which asks the Registry for nothing else.
    const { status, body } = await ask("GET", "/metrics", { token, settings });
    expect([status, body.error.code]).toEqual([503, "unavailable"]);
  });
});

describe("tokens", () => {
  const withBearers = { LIST_BEARERS: "1" };
  const scopes = OPERATOR_SCOPES;

  it("are listed without themselves, with what it takes to find and revoke them", async () => {
    const { name, nid, tokens } = await newNamespace({ ann: ["mask"], bob: ["mask"] });
    const records = accepted(await listTokens({ token: MASTER_KEY }, name));
    const ids = Object.values(tokens).map((token) => claimsIn(token)["jti"]);
    const expected = ids.map((token_id) => ({ auth_token: null, token_id, namespace_id: nid }));
    expect(records).toMatchObject(expected);
    const body = { data: { namespace_name: name, token_id: ids[0] } };
    accepted(await call("PUT", PATHS.deactivate, { token: MASTER_KEY, body }));
    const text = { mask: [{ value: "x", token_name: "Text Token" }] };
    const refused = await call("PUT", PATHS.mask, { token: tokens.ann, body: text });
    expectRefusal(refused, REFUSED.unauthenticated);
    expect(await mask(tokens.bob, text.mask)).toHaveLength(1);
  });

  it("are revoked by an id only of the namespace that is named", async () => {
    const [one, other] = [await newVault(), await newVault()];
    const token_id = claimsIn(one.token)["jti"];
    const deactivate = (data: object) =>
      call("PUT", PATHS.deactivate, { token: MASTER_KEY, body: { data } });
    expectRefusal(await deactivate({ token_id, namespace_name: other.name }), REFUSED.token);
    expectRefusal(await deactivate({ token_id, namespace_name: freshName() }), REFUSED.namespace);
    expectRefusal(await deactivate({ token_id }), invalid("namespace_name"));
    expectRefusal(await deactivate({ namespace_name: one.name }), invalid("auth_token"));
    expect(await mask(one.token, [{ value: "x", token_name: "Text Token" }])).toHaveLength(1);
  });

  it("are told in lists where a setting says so, to the master key alone", async () => {
    const { name, token } = await newVault();
    const operator = await newOperator(scopes);
    const path = `${PATHS.list}?namespace=${name}`;
    const bearers = async (asker: string, settings: object) => {
      const { body } = await ask("GET", path, { token: asker, settings });
      return body.data.map(({ auth_token }: TokenRecord) => auth_token);
    };
    expect(await bearers(MASTER_KEY, withBearers)).toEqual([token]);
    expect(await bearers(operator.token, withBearers)).toEqual([null]);
    for (const LIST_BEARERS of ["0", "true", undefined]) {
      expect(await bearers(MASTER_KEY, { LIST_BEARERS })).toEqual([null]);
    }
  });

  it("are never told to an operator that has not sent or made them", async () => {
    const { name, token } = await newVault();
    const operator = await newOperator(scopes);
    const headers = { "X-Auth-Token": token };
    const settings = withBearers;
    const fetching = { data: { namespace_name: name, _id: "all" } };
    const path = `${PATHS.list}?namespace=${name}`;
    const answers = [
      await ask("GET", path, { token: operator.token, settings }),
      await ask("PUT", PATHS.fetch, { token: operator.token, settings, body: fetching }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain(claimsIn(token)["jti"]);
      expect(text).not.toContain(token.split(".")[2]);
    }
    const told = await ask("GET", PATHS.details, { token: operator.token, headers });
    expect(told.body.data).toMatchObject({ auth_token: token, namespace_name: name });
    const fetched = await ask("PUT", PATHS.fetch, { token: MASTER_KEY, body: fetching });
    expect(fetched.body.data.auth_token).toBe(token);
  });

  it("that an operator issues work, and its credential is none", async () => {
    const operator = await newOperator(["tokens"]);
    const data = { namespace_name: freshName(), _id: "ann", permissions: ["mask"] };
    const sent = { token: operator.token, body: { data } };
    const { auth_key } = accepted(await call<{ auth_key: string }>("PUT", PATHS.generate, sent));
    const items = [{ value: "x", token_name: "Text Token" }];
    expect(await mask(auth_key, items)).toHaveLength(1);
    const asToken = await call("PUT", PATHS.mask, { token: operator.token, body: { mask: items } });
    expectRefusal(asToken, REFUSED.unauthenticated);
    const asOperator = await call("GET", PATHS.list, { token: auth_key });
    expectRefusal(asOperator, REFUSED.unauthenticated);
  });
});

describe("what operators do", () => {
  const log = () => {
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line) => lines.push(String(line)));
    return () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
  };

  it("is in the audit of the namespace under its id and name", async () => {
    const { name, tokens } = await newNamespace({ ann: [...ADMIN] });
    const operator = await newOperator(["tokens"], { name: "night-shift" });
    const headers = { "X-Audit-Reason": "ticket 9" };
    const body = { data: { namespace_name: name, _id: "new", permissions: ["mask"] } };
    for (const token of [operator.token, MASTER_KEY]) {
      await ask("PUT", PATHS.generate, { token, body, headers });
    }
    const rows = await details(tokens.ann);
    const who = ({ requested_user, token_id, reason }: (typeof rows)[number]) => [
      ...[requested_user, token_id, reason],
    ];
    expect(rows.map(who)).toEqual([
      ["operator:night-shift", operator.id, "ticket 9"],
      ["operator", "operator", "ticket 9"],
    ]);
    const usage = `/api/vault/reports/usage-summary?namespace=${name}`;
    const report = await ask("GET", usage, { token: tokens.ann });
    expect(report.text).not.toContain("auth-token/generate");
  });

  it("is in the log, also when it was refused or about no namespace, and without a credential", async () => {
    const operator = await newOperator(["read"], { name: "auditor" });
    const lines = log();
    const { token } = operator;
    await ask("GET", PATHS.ledger, { token });
    await ask("PUT", PATHS.createOperator, { token, body: { data: { name: "x", scopes: [] } } });
    await ask("GET", PATHS.listOperators, { token: MASTER_KEY });
    await ask("GET", PATHS.ledger, { token: MASTER_KEY });
    const seen = lines().map(({ operation, status, operator: id, operator_name }) => [
      ...[operation.split("/super-admin/")[1], status, id, operator_name],
    ]);
    expect(seen).toEqual([
      ["ledger", 200, operator.id, "auditor"],
      ["operators/create", 403, operator.id, "auditor"],
      ["operators/list", 200, "operator", "operator"],
    ]);
    expect(JSON.stringify(lines())).not.toContain(token.split(".")[2]);
  });

  it("is not in the log by its token, wherever that stood", async () => {
    const { token } = await newVault();
    const operator = await newOperator(["read"]);
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line) => lines.push(String(line)));
    const settings = { REQUEST_LOG: "1" };
    for (const asker of [operator.token, MASTER_KEY, "x.y.z"]) {
      await ask("GET", `${PATHS.details}?auth_token=${token}`, { token: asker, settings });
      await ask("GET", `${PATHS.details}/${token}`, { token: asker, settings });
    }
    expect(lines).toHaveLength(6);
    for (const part of token.split(".")) expect(lines.join("\n")).not.toContain(part);
  });
});
