// The operator's list of tokens, page by page.

import { describe, expect, it } from "vitest";
import {
  claimsIn,
  deactivate,
  freshName,
  generate,
  newNamespace,
  type TokenRecord,
} from "../../support/namespaces.ts";
import { accepted, call, MASTER_KEY, PATHS } from "../../support/requests.ts";

function list(query = "") {
  return call<TokenRecord[]>("GET", PATHS.list + query, { token: MASTER_KEY });
}

describe("list", () => {
  it("of one namespace gives every token in order of issue, revoked ones marked", async () => {
    const { name, tokens } = await newNamespace({ ada: ["mask"], bob: ["unmask"], eve: ["mask"] });
    await deactivate(tokens.bob);
    const answer = await list(`?namespace=${encodeURIComponent(name)}`);
    const records = accepted(answer);
    expect(records.map(({ _id, active }) => [_id, active])).toEqual([
      ["ada", true],
      ["bob", false],
      ["eve", true],
    ]);
    const ids = Object.values(tokens).map((token) => claimsIn(token)["jti"]);
    expect(records.map((record) => record.token_id)).toEqual(ids);
    expect(records.every((record) => record.namespace === name)).toBe(true);
    expect(answer.next_page_token).toBeNull();
  });

  it("of more than a page goes on where it stopped, however the namespace is called", async () => {
    const name = `blank & sign, 50%, a%2Fb, ü:😀 ${freshName()}`;
    const users = Array.from({ length: 205 }, (_, i) => `user ${i}`);
    for (const user of users) await generate(name, user, ["mask"]);
    const query = `?namespace=${encodeURIComponent(name)}`;
    const first = await list(query);
    expect(accepted(first)).toHaveLength(200);
    expect(first.next_page_token).toBeTypeOf("string");
    const next = encodeURIComponent(first.next_page_token ?? "");
    const second = await list(`${query}&next_page_token=${next}`);
    const all = [...accepted(first), ...accepted(second)];
    expect(all.map((record) => record._id)).toEqual(users);
    expect(second.next_page_token).toBeNull();
  });

  it("of all namespaces comes to every token exactly once", async () => {
    const names: string[] = [];
    for (let i = 0; i < 30; i++) {
      const name = freshName();
      names.push(name);
      await generate(name, "ada", ["mask"]);
    }
    const seen: string[] = [];
    let query = "";
    for (let page = 0; page < 50; page++) {
      const answer = await list(query);
      seen.push(...accepted(answer).map((record) => record.token_id));
      if (answer.next_page_token === null) break;
      query = `?next_page_token=${encodeURIComponent(answer.next_page_token ?? "")}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const inAll = accepted(await list(`?namespace=${names[7]}`));
    expect(seen).toContain(inAll[0]?.token_id);
    expect(seen.length).toBeGreaterThanOrEqual(30);
  });
});
