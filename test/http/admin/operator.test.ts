// The operator's tokens: generate, fetch, details, deactivate.

import { describe, expect, it } from "vitest";
import { isoDate } from "../../../src/core/time.ts";
import {
  claimsIn,
  deactivate,
  freshName,
  generate,
  newNamespace,
  newVault,
  type TokenRecord,
} from "../../support/namespaces.ts";
import { expectRefusal, invalid, REFUSED } from "../../support/refusals.ts";
import {
  accepted,
  call,
  MASTER_KEY,
  mask,
  PATHS,
  tokenOf,
  unmask,
} from "../../support/requests.ts";

const DAY_MS = 86_400_000;
const TEXT = { value: "Ada", token_name: "Text Token" };

function fetchToken(body: object) {
  return call<TokenRecord>("PUT", PATHS.fetch, { token: MASTER_KEY, body });
}

function details(token: string) {
  const path = `${PATHS.details}?auth_token=${encodeURIComponent(token)}`;
  return call<TokenRecord & { namespace_name: string }>("GET", path, { token: MASTER_KEY });
}

describe("generate", () => {
  it("announces the namespace's creation for the first token only", async () => {
    const name = freshName();
    const first = await generate(name, "ada", ["mask"]);
    expect(first.namespace_creation).toEqual({
      tracking_id: expect.stringMatching(/^[0-9a-f-]{36}\d{14}$/),
      status: "PENDING",
      job_type: "namespace-creation",
    });
    const second = await generate(name, "bob", ["mask"]);
    expect(Object.keys(second)).toEqual(["auth_key"]);
  });

  it("gives a namespace that is usable at once", async () => {
    const { auth_key } = await generate(freshName(), "ada", ["mask", "unmask"]);
    const [item] = await mask(auth_key, [TEXT]);
    expect(await unmask(auth_key, [item?.token_value ?? ""])).toEqual(["Ada"]);
  });

  it("gives tokens of one name the same namespace, however many ask at once", async () => {
    const name = freshName();
    const users = Array.from({ length: 20 }, (_, i) => `user ${i}`);
    const issued = await Promise.all(users.map((user) => generate(name, user, ["mask", "unmask"])));
    expect(new Set(issued.map(({ auth_key }) => claimsIn(auth_key).nid)).size).toBe(1);
    expect(issued.filter((answer) => answer.namespace_creation !== undefined)).toHaveLength(1);
    const tokens = await Promise.all(
      issued.map(({ auth_key }) => tokenOf(auth_key, "Ada", "Text Token")),
    );
    expect(new Set(tokens).size).toBe(1);
  });

  it("tells names apart by their exact letters", async () => {
    const name = freshName();
    const nids = new Set<string>();
    for (const spelt of [
      name,
      name.toUpperCase(),
      `${name} `,
      `${name}\u0000`,
      `é${name}`,
      `e\u0301${name}`,
    ]) {
      nids.add(claimsIn((await generate(spelt, "ada", ["mask"])).auth_key).nid);
    }
    expect(nids.size).toBe(6);
  });

  it("gives 365 days from today without dates, and from the first day without a last one", async () => {
    const name = freshName();
    const before = isoDate(Date.now());
    await generate(name, "ada", ["mask"]);
    const today = accepted(await fetchToken({ data: { namespace_name: name, _id: "ada" } }));
    expect([before, isoDate(Date.now())]).toContain(today.start_date);
    const inAYear = isoDate(Date.parse(today.start_date) + 365 * DAY_MS);
    expect(today.end_date).toBe(inAYear);
    await generate(name, "bob", ["mask"], { start_date: "2026-01-01", end_date: null });
    const bob = accepted(await fetchToken({ data: { namespace_name: name, _id: "bob" } }));
    expect([bob.start_date, bob.end_date]).toEqual(["2026-01-01", "2027-01-01"]);
  });

  it("counts both dates in: a token of today alone works today", async () => {
    for (let attempt = 0; ; attempt++) {
      const day = isoDate(Date.now());
      const dates = { start_date: day, end_date: day };
      const { auth_key } = await generate(freshName(), "ada", ["mask"], dates);
      const answer = await call("PUT", PATHS.mask, { token: auth_key, body: { mask: [TEXT] } });
      // Midnight may pass between the two.
      if (isoDate(Date.now()) !== day && attempt === 0) continue;
      expect(answer.status).toBe(200);
      return;
    }
  });

  it("refuses a token whose last day was yesterday and one whose first is tomorrow", async () => {
    const name = freshName();
    for (const days of [-1, 2]) {
      const day = isoDate(Date.now() + days * DAY_MS);
      const { auth_key } = await generate(name, "ada", ["mask"], {
        start_date: day,
        end_date: day,
      });
      const answer = await call("PUT", PATHS.mask, { token: auth_key, body: { mask: [TEXT] } });
      expectRefusal(answer, REFUSED.notValidNow);
    }
  });

  it("counts a permission named twice once and gives no other", async () => {
    const name = freshName();
    await generate(name, "ada", ["mask", "mask", "metadata_change"]);
    const record = accepted(await fetchToken({ data: { namespace_name: name, _id: "ada" } }));
    expect(record.permissions).toEqual(["mask", "metadata_change"]);
  });

  it("refuses a jurisdiction nobody offers", async () => {
    const data = {
      namespace_name: freshName(),
      _id: "ada",
      permissions: ["mask"],
      jurisdiction: "moon",
    };
    const answer = await call("PUT", PATHS.generate, { token: MASTER_KEY, body: { data } });
    expectRefusal(answer, invalid("jurisdiction"));
  });
});

describe("fetch", () => {
  it("gives the token as generated, text and all, with and without the data wrapper", async () => {
    const name = freshName();
    const dates = { start_date: "2026-01-01", end_date: "2099-12-31" };
    const { auth_key } = await generate(name, "ada@example.org", ["mask", "unmask"], dates);
    const who = { namespace_name: name, _id: "ada@example.org" };
    const expected = {
      auth_token: auth_key,
      token_id: claimsIn(auth_key)["jti"],
      namespace_id: claimsIn(auth_key).nid,
      namespace: name,
      _id: "ada@example.org",
      permissions: ["mask", "unmask"],
      ...dates,
    };
    expect(accepted(await fetchToken({ data: who }))).toEqual(expected);
    expect(accepted(await fetchToken(who))).toEqual(expected);
  });

  it("gives the newest active token of a user", async () => {
    const name = freshName();
    const first = (await generate(name, "ada", ["mask"])).auth_key;
    const second = (await generate(name, "ada", ["unmask"])).auth_key;
    const who = { namespace_name: name, _id: "ada" };
    expect(accepted(await fetchToken(who)).auth_token).toBe(second);
    await deactivate(second);
    expect(accepted(await fetchToken(who)).auth_token).toBe(first);
    await deactivate(first);
    expectRefusal(await fetchToken(who), REFUSED.token);
  });

  it("knows neither strange users nor strange namespaces", async () => {
    const { name } = await newVault();
    expectRefusal(await fetchToken({ namespace_name: name, _id: "nobody" }), REFUSED.token);
    expectRefusal(await fetchToken({ namespace_name: freshName(), _id: "all" }), REFUSED.namespace);
  });
});

describe("details", () => {
  it("gives the metadata of a token and whether it is active", async () => {
    const { name, token } = await newVault();
    const record = accepted(await details(token));
    expect(record).toMatchObject({
      auth_token: token,
      namespace_name: name,
      _id: "all",
      permissions: ["mask", "unmask"],
      active: true,
    });
    await deactivate(token);
    expect(accepted(await details(token)).active).toBe(false);
  });

  it("are those of the token in the header, where there is one", async () => {
    const [one, other] = [await newVault(), await newVault()];
    const headers = { "X-Auth-Token": one.token };
    for (const query of ["", `?auth_token=${encodeURIComponent(other.token)}`, "?auth_token=x"]) {
      const answer = await call("GET", PATHS.details + query, { token: MASTER_KEY, headers });
      expect(accepted(answer)).toMatchObject({ auth_token: one.token, namespace_name: one.name });
    }
    const bad = { "X-Auth-Token": "x" };
    const refused = await call("GET", PATHS.details, { token: MASTER_KEY, headers: bad });
    expectRefusal(refused, REFUSED.token);
  });
});

describe("deactivate", () => {
  it("works at once, on every operation, and says so", async () => {
    const { token } = await newVault();
    await mask(token, [TEXT]);
    const body = { data: { auth_token: token } };
    const answer = await call("PUT", PATHS.deactivate, { token: MASTER_KEY, body });
    expect(accepted(answer)).toEqual({ message: "Given Auth token deactivated successfully." });
    const bodies = {
      mask: [TEXT],
      unmask: [{ token_value: "two words" }],
      status: [{ tracking_id: "x" }],
    };
    for (const path of [
      PATHS.mask,
      PATHS.unmask,
      PATHS.maskAsync,
      PATHS.unmaskAsync,
      PATHS.status,
    ]) {
      expectRefusal(await call("PUT", path, { token, body: bodies }), REFUSED.unauthenticated);
    }
  });

  it("leaves other tokens of the user and the namespace alone", async () => {
    const { name, tokens } = await newNamespace({ ada: ["mask"], bob: ["mask"] });
    const second = (await generate(name, "ada", ["mask"])).auth_key;
    await deactivate(tokens.ada);
    for (const token of [second, tokens.bob]) expect(await mask(token, [TEXT])).toHaveLength(1);
  });

  it("of a token that is not active any more is refused", async () => {
    const { token } = await newVault();
    await deactivate(token);
    const body = { data: { auth_token: token } };
    expectRefusal(await call("PUT", PATHS.deactivate, { token: MASTER_KEY, body }), REFUSED.token);
  });
});
