// POST /mcp: tools for agents, over the Model Context Protocol. Nothing is kept between requests.
import { type Context, Hono } from "hono";
import { namespaceCaller } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { requireAdmission } from "../call.ts";
import { answer, answerJson, type HttpEnv, refuse } from "../handler.ts";
import {
  discovered,
  initialized,
  isObject,
  listed,
  RPC_ERROR,
  type RpcFailure,
  type RpcRequest,
  requestIn,
  rpcError,
  rpcResult,
} from "./protocol.ts";
import { callTool, toolsFor } from "./tools.ts";

/** Sub-app of the MCP endpoint. GET, which would open a stream, gets 405, and so does DELETE, which would end a session. */
export const mcpRoutes = new Hono<HttpEnv>()
  // Against pages of other sites under this one's address (DNS rebinding): browsers send their origin, agents do not. Host
  // is not checked, because proxies change it.
  .use(async (c, next) => {
    return c.req.header("origin") === undefined ? next() : refuse(c, { code: "forbidden" });
  })
  .post("/", namespaceCaller(), async (c) => {
    await requireAdmission(c);
    const message = await readObject(c, { code: "invalid_body" });
    const headers = {
      version: c.req.header("mcp-protocol-version"),
      method: c.req.header("mcp-method"),
      name: c.req.header("mcp-name"),
    };
    const request = requestIn(message, headers);
    const { id = null } = message;
    if (!request.ok) return failed(c, id, request.error);
    if (request.value === null) return answer(c, null, 202);
    const result = await resultOf(c, request.value);
    if ("code" in result) return failed(c, id, result);
    return answerJson(c, rpcResult(request.value, result));
  });

async function resultOf(c: Context<HttpEnv>, request: RpcRequest): Promise<object | RpcFailure> {
  const { method, params } = request;
  if (method === "initialize") return initialized(request);
  if (method === "server/discover") return discovered();
  if (method === "ping") return {};
  if (method === "tools/list") return listed(toolsFor(c));
  if (method !== "tools/call") {
    return { status: 200, code: RPC_ERROR.unknownMethod, message: "Method not found" };
  }
  const { name, arguments: given = {} } = params;
  const called = isObject(given) ? await callTool(c, name, given) : null;
  return (
    called ?? {
      status: 200,
      code: RPC_ERROR.invalidParams,
      message: "Unknown tool, or arguments that are no object",
    }
  );
}

function failed(c: Context<HttpEnv>, id: unknown, failure: RpcFailure): Response {
  const isId = typeof id === "string" || typeof id === "number";
  return answerJson(c, rpcError(isId ? id : null, failure), failure.status);
}
