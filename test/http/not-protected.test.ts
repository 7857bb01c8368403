// Limits that SECURITY.md admits. When one of them no longer exists, the page must say so.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { deactivate, newNamespace, newVault } from "../support/namespaces.ts";
import {
  accepted,
  call,
  MASTER_KEY,
  mask,
  maskText,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  unmask,
} from "../support/requests.ts";
import { dump, execute } from "../support/storage.ts";
import { registryOf } from "../support/vault/fresh-registry.ts";

afterEach(() => vi.restoreAllMocks());

/** Cells of a namespace's tables. */
function cellsOf(nid: string, sql: string): Promise<SqlStorageValue[]> {
  return runInDurableObject(env.VAULT.getByName(nid), (_, { storage }) =>
    [...storage.sql.exec(sql).raw()].flat(),
  );
}

describe("a holder of tokens", () => {
  it("who may only mask learns which token a guessed value has, whoever has masked it", async () => {
    const { tokens } = await newNamespace({ one: ["mask"], other: ["mask"] });
    const seen = await tokenOf(tokens.one, "Ada Lovelace", "Person Token");
    expect(await tokenOf(tokens.other, "Ada Lovelace", "Person Token")).toBe(seen);
  });

  it("who may unmask comes to a value by trying the tokens of a small space", async () => {
    const { tokens } = await newNamespace({ writer: ["mask"], reader: ["unmask"] });
    await tokenOf(tokens.writer, "TN", "State Token");
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    const body = { unmask: codes.map((token_value) => ({ token_value })), partial: true };
    const answer = await call<{ value: string }[]>("PUT", PATHS.unmask, {
      token: tokens.reader,
      body,
    });
    expect(accepted(answer).map(({ value }) => value)).toContain("TN");
  });

  it("who may change policies decides what is no longer masked", async () => {
    const { tokens } = await newNamespace({ app: ["mask"], admin: ["metadata_change"] });
    const change = async (path: string, data: object) =>
      accepted(await call("PUT", path, { token: tokens.admin, body: { data } }));
    const value = "write to ada@example.com";
    await change(PATHS.createPolicy, { policy_name: "p" });
    const [before] = await mask(tokens.app, [{ value }], { policy_name: "p" });
    expect(before?.token_value).not.toContain("ada@example.com");
    const metadata = { excluded_entities: ["EMAIL_ADDRESS"] };
    await change(PATHS.moveEntities, { policy_name: "p", metadata });
    const [after] = await mask(tokens.app, [{ value }], { policy_name: "p" });
    expect(after?.token_value).toBe(value);
  });
});

describe("who writes texts", () => {
  it("cuts a token in two, which is whole again where somebody joins what was masked apart", async () => {
    const { token } = await newVault();
    // Which letters a token has is left to chance: a piece may look like something personal, and is masked itself then.
    const names = ["Ada Lovelace", "Grace Hopper", "Mary Somerville", "Sofia Kovalevskaya"];
    const attempts = await Promise.all(
      names.map(async (name) => {
        const whole = await tokenOf(token, name, "Special Token");
        const cut = [`see ${whole.slice(0, 9)}`, `${whole.slice(9)} there`];
        const masked = await Promise.all(cut.map((value) => maskText(token, value)));
        return { name, cut, token_value: masked.map((item) => item.token_value).join("") };
      }),
    );
    const { name, cut, token_value } =
      attempts.find((one) => one.token_value === one.cut.join("")) ??
      expect.fail("all were masked");
    expect(await unmask(token, [token_value])).toEqual([`see ${name} there`]);
    const body = { unmask: [{ token_value }], strict: true };
    const answer = await call<{ value: string }[]>("PUT", PATHS.unmask, { token, body });
    expect(accepted(answer)[0]?.value).toBe(cut.join(""));
  });

  it("cuts both tags of a token in two, in three texts that are masked apart", async () => {
    const { token } = await newVault();
    const code = await tokenOf(token, "TN", "State Token");
    const text = `from <PER>${code}</PER> now`;
    const cuts = [text.indexOf("ER>"), text.lastIndexOf("ER>")];
    const maskedIn = async (parts: readonly string[]) => {
      const masked = await Promise.all(parts.map((value) => maskText(token, value)));
      return masked.map((item) => item.token_value).join("");
    };
    const [first = 0, second = 0] = cuts;
    const three = [text.slice(0, first), text.slice(first, second), text.slice(second)];
    const ask = async (token_value: string, strict: boolean) => {
      const body = { unmask: [{ token_value }], strict };
      const answer = await call<{ value: string }[]>("PUT", PATHS.unmask, { token, body });
      return accepted(answer)[0]?.value;
    };
    for (const strict of [false, true]) {
      expect(await ask(await maskedIn(three), strict)).toBe("from TN now");
      for (const at of cuts) {
        const two = [text.slice(0, at), text.slice(at)];
        expect(await ask(await maskedIn(two), strict)).toBe(text);
      }
    }
  });

  it("plants a short token in a prefix and suffix that a policy gets only later", async () => {
    const { tokens } = await newNamespace({ app: ["mask", "unmask"], admin: ["metadata_change"] });
    // Detection takes a code in some of them for a person's identifier and masks it.
    const planted = await Promise.all(
      ["TN", "CA", "OH", "WY"].map(async (state) => {
        const text = `from {{${await tokenOf(tokens.app, state, "State Token")}}}`;
        return { state, text, masked: (await maskText(tokens.app, text)).token_value };
      }),
    );
    const { state, masked } = planted.find((one) => one.masked === one.text) ?? {};
    if (masked === undefined) throw new Error("every code was taken for a name");
    const change = (path: string, more: object) =>
      call("PUT", path, {
        token: tokens.admin,
        body: { data: { policy_name: "p", ...more } },
      }).then(accepted);
    await change(PATHS.createPolicy, {});
    const metadata = [{ entity_name: "URL", format_prefix: "{{", format_suffix: "}}" }];
    await change(PATHS.wrappers, { metadata });
    expect(await unmask(tokens.app, [masked])).toEqual([`from ${state}`]);
  });
});

describe("an erasure of one person", () => {
  it("leaves lists of policies and user ids of tokens alone", async () => {
    const { name, tokens } = await newNamespace({ "Ann Miller": ["metadata_change"] });
    const token = tokens["Ann Miller"];
    const send = async <T>(method: string, path: string, body?: object) =>
      accepted(await call<T>(method, path, { token, body }));
    const policy = { policy_name: "p", allow: ["Ann Miller"] };
    await send("PUT", PATHS.createPolicy, { data: { policy_name: "p" } });
    await send("PUT", PATHS.policyDetection, { data: policy });
    const data = { values: ["Ann Miller"] };
    const { tracking_id } = await send<{ tracking_id: string }>("PUT", PATHS.byValue, { data });
    const status = () =>
      send<{ status: string }>("GET", `${PATHS.jobStatus}?tracking_id=${tracking_id}`);
    await vi.waitFor(async () => expect((await status()).status).toBe("SUCCESS"), 20_000);
    const stored = await send<object>("GET", `${PATHS.policyEntities}?policy_name=p`);
    expect(JSON.stringify(stored)).toContain("Ann Miller");
    const fetched = { data: { namespace_name: name, _id: "Ann Miller" } };
    accepted(await call("PUT", PATHS.fetch, { token: MASTER_KEY, body: fetched }));
  });
});

describe("who has the files", () => {
  it("sees names of namespaces, tokens of fixed shapes, times, lengths, and what is equal", async () => {
    const { name, nid, token } = await newVault();
    const items = [
      { value: "x".repeat(50), token_name: "Text Token", attributes: { of: "somebody" } },
      { value: "x".repeat(50), token_name: "Special Token", attributes: { of: "somebody" } },
      { value: "4085551234567", token_name: "Numeric Token" },
    ];
    const masked = await mask(token, items);
    expect(await dump(nid)).toContain(masked[2]?.token_value);
    const names = await runInDurableObject(registryOf({ nid }).object, (_, { storage }) =>
      [...storage.sql.exec("SELECT name FROM namespace").raw()].flat(),
    );
    expect(names).toContain(name);
    // A tag of 16 bytes (RFC 5297).
    const lengths = "SELECT length(sealed) - 16 FROM mapping ORDER BY id";
    expect((await cellsOf(nid, lengths)).sort()).toEqual([13, 50, 50]);
    const created = await cellsOf(nid, "SELECT created FROM mapping");
    for (const time of created) expect(Math.abs(Date.now() - Number(time))).toBeLessThan(60_000);
    expect(await cellsOf(nid, "SELECT count(DISTINCT digest) FROM mapping")).toEqual([2]);
    expect(await cellsOf(nid, "SELECT count(DISTINCT digest) FROM attribute")).toEqual([1]);
  });

  it("and may write them undoes what is not sealed, as the end of a token that he has", async () => {
    const { nid, token } = await newVault();
    await deactivate(token);
    const body = { mask: [{ value: "x", token_name: "Text Token" }] };
    expect((await call("PUT", PATHS.mask, { token, body })).status).toBe(401);
    await execute(nid, "UPDATE issued_token SET active = 1");
    await evictDurableObject(env.VAULT.getByName(nid));
    expect((await call("PUT", PATHS.mask, { token, body })).status).toBe(200);
  });
});

describe("who reads the log", () => {
  it("finds no value, token or credential in it, whatever fails", async () => {
    const MARK = "zq7x-marker";
    const lines: string[] = [];
    vi.spyOn(console, "log").mockImplementation((line) => lines.push(String(line)));
    const { nid, token } = await newVault();
    const items = [{ value: MARK, token_name: "Text Token", attributes: { [MARK]: MARK } }];
    const [masked] = await mask(token, items);
    await pollJob(token, await submit(token, "mask", { mask: [{ value: MARK, [MARK]: 1 }, {}] }));
    for (const path of [PATHS.mask, PATHS.unmask, PATHS.maskAsync, PATHS.generate]) {
      await call("PUT", path, { token, raw: `{"mask":["${MARK}` });
      await call("PUT", `${path}?${MARK}`, { token: `${MARK}.b.c`, body: { mask: items } });
    }
    await execute(nid, "UPDATE mapping SET sealed = randomblob(length(sealed))");
    const body = { unmask: [{ token_value: masked?.token_value }] };
    expect((await call("PUT", PATHS.unmask, { token, body })).status).toBe(500);
    const log = lines.join("\n");
    expect(log).toContain('"event":');
    for (const secret of [MARK, masked?.token_value, token, MASTER_KEY])
      expect(log).not.toContain(secret);
  });
});
