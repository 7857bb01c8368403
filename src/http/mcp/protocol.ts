// The part of the Model Context Protocol (modelcontextprotocol.io) that a stateless server of tools needs: JSON-RPC 2.0 over
// POST, without sessions and streams. Revisions with a handshake, and the first one without. Pure.
import { err, ok, type Result } from "../../core/result.ts";
import type { JsonObject } from "../body.ts";

/** Revisions that begin with `initialize`, newest first. */
const HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
/** The revision in which each request is complete in itself. */
const STATELESS_VERSION = "2026-07-28";
const VERSIONS: readonly string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const META_SERVER = "io.modelcontextprotocol/serverInfo";
const SERVER = { name: "masking-vault", version: "1" };
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS =
  "Mask a text before it is passed on to where personal data must not go. Tokens in masked text stand for values: keep them as they are.";
/** Lists must not be cached, because they depend on the token. */
const UNCACHED = { ttlMs: 0, cacheScope: "private" };

/** Codes of JSON-RPC and MCP. */
export const RPC_ERROR = {
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** Why a request is not answered; `status` is that of HTTP. */
export interface RpcFailure {
  readonly status: 200 | 400;
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** A request that expects an answer. */
export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: JsonObject;
  /** It uses the revision without a handshake. */
  readonly isStateless: boolean;
}

/** The MCP headers of a request. */
export interface RpcHeaders {
  readonly version: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
}

/** The request in a message; null when it expects no answer: a notification, or an answer to something never asked. */
export function requestIn(
  message: JsonObject,
  headers: RpcHeaders,
): Result<RpcRequest | null, RpcFailure> {
  const { jsonrpc, id, method, params = {} } = message;
  const isMessage = jsonrpc === "2.0" && (typeof method === "string" || method === undefined);
  if (!isMessage || !isObject(params)) return refused(RPC_ERROR.invalidRequest, "Invalid Request");
  const stated = isObject(params["_meta"]) ? params["_meta"][META_VERSION] : undefined;
  const requested = stated ?? headers.version;
  if (requested !== undefined && !VERSIONS.includes(requested as string)) {
    const data = { supported: VERSIONS, requested: String(requested) };
    return refused(RPC_ERROR.unsupportedVersion, "Unsupported protocol version", data);
  }
  // Proxies route by the headers, so headers and body have to agree.
  const said = { version: requested, method, name: params["name"] };
  for (const header of ["version", "method", "name"] as const) {
    if (headers[header] !== undefined && headers[header] !== said[header]) {
      return refused(RPC_ERROR.headerMismatch, `The ${header} in the header is not the body's`);
    }
  }
  if (method === undefined || id === undefined) return ok(null);
  const isId = typeof id === "string" || Number.isSafeInteger(id);
  if (!isId) return refused(RPC_ERROR.invalidRequest, "Invalid Request");
  const isStateless = requested === STATELESS_VERSION;
  return ok({ id: id as string | number, method, params, isStateless });
}

/** The answer to `initialize`: the requested revision if we support it, else the newest one with a handshake. */
export function initialized({ params }: RpcRequest): object {
  const asked = params["protocolVersion"];
  const protocolVersion = HANDSHAKE_VERSIONS.find((one) => one === asked) ?? HANDSHAKE_VERSIONS[0];
  return {
    protocolVersion,
    capabilities: CAPABILITIES,
    serverInfo: SERVER,
    instructions: INSTRUCTIONS,
  };
}

/** The answer to `server/discover`. */
export function discovered(): object {
  const supportedVersions = [STATELESS_VERSION];
  return { supportedVersions, capabilities: CAPABILITIES, instructions: INSTRUCTIONS, ...UNCACHED };
}

/** The answer to `tools/list`. */
export function listed(tools: readonly object[]): object {
  return { tools, ...UNCACHED };
}

/** A result in its JSON-RPC form. */
export function rpcResult({ id, isStateless }: RpcRequest, result: object): object {
  const meta = { resultType: "complete", _meta: { [META_SERVER]: SERVER } };
  return { jsonrpc: "2.0", id, result: isStateless ? { ...result, ...meta } : result };
}

/** A failure in its JSON-RPC form. */
export function rpcError(id: string | number | null, { code, message, data }: RpcFailure): object {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(code: number, message: string, data?: object): Result<never, RpcFailure> {
  return err({ status: 400, code, message, ...(data === undefined ? {} : { data }) });
}
