// Requests to /mcp that no official client sends.
import { beforeAll, describe, expect, it } from "vitest";
import { newNamespace } from "../../support/namespaces.ts";
import { call, MASTER_KEY, type Sent } from "../../support/requests.ts";

const MARKER = "Zz7Qx@example.org";

/** Send a message; `text` of the answer parsed. */
async function rpc(token: string | undefined, message: unknown, sent: Sent = {}) {
  const answer = await call("POST", "/mcp", { token, body: message, ...sent });
  const body = answer.text === "" ? null : JSON.parse(answer.text);
  return { ...answer, body };
}

const request = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params });
const callOf = (name: string, given: unknown) =>
  request("tools/call", { name, arguments: given as object });

async function tokens() {
  const { tokens } = await newNamespace({
    all: ["mask", "unmask", "metadata_change"],
    mask: ["mask"],
    unmask: ["unmask"],
    admin: ["metadata_change"],
  });
  return tokens;
}

// The first text of all loads what finds names.
beforeAll(async () => {
  await rpc((await tokens()).mask, callOf("mask", { text: "Sarah Connor" }));
}, 60_000);

describe("the protocol", () => {
  it("answers initialize with the revision asked for, or the newest with a handshake", async () => {
    const { mask } = await tokens();
    for (const [asked, given] of [
      ["2025-03-26", "2025-03-26"],
      ["2025-06-18", "2025-06-18"],
      ["2026-07-28", "2025-11-25"],
      ["1.0", "2025-11-25"],
      [undefined, "2025-11-25"],
    ]) {
      const { status, body } = await rpc(mask, request("initialize", { protocolVersion: asked }));
      expect([status, body.result.protocolVersion]).toEqual([200, given]);
      expect(body.result).toMatchObject({ capabilities: { tools: {} }, serverInfo: {} });
    }
  });

  it("says of what it does not speak which revisions it does", async () => {
    const { mask } = await tokens();
    const headers = { "MCP-Protocol-Version": "2019-01-01" };
    const old = await rpc(mask, request("ping"), { headers });
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    const future = await rpc(mask, request("server/discover", { _meta }));
    for (const { status, body } of [old, future]) {
      expect([status, body.error.code]).toEqual([400, -32022]);
      expect(body.error.data.supported).toContain("2026-07-28");
    }
  });

  it("refuses headers that say something else than the body", async () => {
    const { mask } = await tokens();
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const masking = request("tools/call", { name: "mask", arguments: { text: "Ada" }, _meta });
    for (const [header, wrong, right] of [
      ["Mcp-Method", "ping", "tools/call"],
      ["Mcp-Name", "detect", "mask"],
      ["MCP-Protocol-Version", "2025-06-18", "2026-07-28"],
    ] as const) {
      const mixed = await rpc(mask, masking, { headers: { [header]: wrong } });
      expect([mixed.status, mixed.body.error.code]).toEqual([400, -32020]);
      expect((await rpc(mask, masking, { headers: { [header]: right } })).status).toBe(200);
    }
  });

  it("answers nothing to notifications and to answers", async () => {
    const { mask } = await tokens();
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 3, result: {} },
    ]) {
      const { status, text } = await rpc(mask, message);
      expect([status, text]).toEqual([202, ""]);
    }
  });

  it.each([
    ["no method known", request("resources/list"), 200, -32601],
    ["no JSON-RPC", { id: 1, method: "ping" }, 400, -32600],
    ["an id that is none", { jsonrpc: "2.0", id: {}, method: "ping" }, 400, -32600],
    ["params that are a list", { jsonrpc: "2.0", id: 1, method: "ping", params: [] }, 400, -32600],
    ["no tool known", callOf("steal", {}), 200, -32602],
    ["a tool of nobody", callOf("__proto__", {}), 200, -32602],
    ["arguments that are a text", callOf("mask", MARKER), 200, -32602],
  ])("refuses %s", async (_, message, status, code) => {
    const { mask } = await tokens();
    const answer = await rpc(mask, message);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.text).not.toContain(MARKER);
  });

  it("is for POST, and not for pages of browsers", async () => {
    const { all } = await tokens();
    for (const method of ["GET", "DELETE", "PUT"]) {
      const { status, headers } = await call(method, "/mcp", { token: all });
      expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
    }
    for (const origin of ["https://evil.test", "https://vault.test", "null"]) {
      const { status } = await rpc(all, request("ping"), { headers: { Origin: origin } });
      expect(status).toBe(403);
    }
  });

  it("asks who does not say who it is", async () => {
    for (const token of [undefined, "x.y.z", MASTER_KEY]) {
      const { status, headers } = await rpc(token, request("ping"));
      expect([status, headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    }
  });
});

/** Every tool there is without MCP_UNMASK: what it is given, and who may call it. */
const TOOLS: Readonly<Record<string, readonly [object, readonly string[]]>> = {
  mask: [{ text: "Ada" }, ["all", "mask"]],
  detect: [{ text: "Ada" }, ["all", "mask"]],
  erase: [{ values: ["Ada"], dry_run: false }, ["all", "admin"]],
};

describe("a tool", () => {
  it("does what its token may, and no more, and is shown to nobody else", async () => {
    const who = await tokens();
    const may = async (token: string | undefined, name: string, given: object) => {
      const { body } = await rpc(token, callOf(name, given));
      return body.result.isError === true ? body.result.content[0].text : "may";
    };
    const denied = "Permission denied (forbidden)";
    const names = Object.keys(TOOLS).sort();
    for (const [holder, token] of Object.entries(who)) {
      const { body } = await rpc(token, request("tools/list"));
      const shown = body.result.tools.map(({ name }: { name: string }) => name).sort();
      const allowed = names.filter((name) => TOOLS[name]?.[1].includes(holder));
      expect([holder, shown]).toEqual([holder, allowed]);
      for (const [name, [given]] of Object.entries(TOOLS)) {
        const expected = allowed.includes(name) ? "may" : denied;
        expect([holder, name, await may(token, name, given)]).toEqual([holder, name, expected]);
      }
    }
    // A dry run reports what exists.
    expect(await may(who.admin, "erase", { values: ["Ada"] })).toBe(denied);
    expect(await may(who.all, "erase", { values: ["Ada"] })).toBe("may");
    // Off for every caller.
    expect((await rpc(who.all, callOf("unmask", { text: "x" }))).body.error.code).toBe(-32602);
  });

  it.each([
    ["mask", {}],
    ["mask", { text: "" }],
    ["mask", { text: 7 }],
    ["mask", { text: "x".repeat(70_000) }],
    ["mask", { text: MARKER, policy: "p" }],
    ["mask", { text: MARKER, policy_name: "none" }],
    ["detect", { text: "\ud800" }],
    ["erase", {}],
    ["erase", { values: [MARKER], tokens: [MARKER] }],
    ["erase", { values: MARKER }],
    ["erase", { values: [MARKER], dry_run: "no" }],
    ["erase", { attribute: { key: MARKER } }],
  ])("%s says what is wrong with its arguments, and no value", async (name, given) => {
    const { all } = await tokens();
    const { status, body, text } = await rpc(all, callOf(name, given));
    expect([status, body.result.isError]).toEqual([200, true]);
    expect(body.result.content[0].text).toMatch(/^.+ \([a-z_]+\)$/);
    expect(text).not.toContain(MARKER);
  });
});
