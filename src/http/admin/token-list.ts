// Pages of issued tokens, of one namespace or of all, ordered by namespace name and time of issue.
import type { Context } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { FIRST_REGISTRY } from "../../core/registries.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { NamespaceRecord } from "../../registry/rpc.ts";
import type { IssuedToken } from "../../vault/rpc.ts";
import { callRegistry, callVaultAt, findNamespace } from "../call.ts";
import type { HttpEnv } from "../handler.ts";

const PAGE_SIZE = 200;
/** Most namespaces visited for one page: each costs a call to an object. */
const MAX_NAMESPACES_PER_PAGE = 25;

/** One page; `next` asks for the following one; null on the last. */
interface TokenPage {
  readonly entries: { readonly token: IssuedToken; readonly namespace: NamespaceRecord }[];
  readonly next: string | null;
}

/** A page begins after this serial number of this namespace. */
interface Cursor {
  readonly name: string;
  readonly serial: number;
}

/** The page after `pageToken` (opaque; undefined for the first). */
export async function listTokens(
  c: Context<HttpEnv>,
  namespace: string | undefined,
  pageToken: string | undefined,
): Promise<Result<TokenPage, VaultError>> {
  const cursor = readCursor(pageToken);
  if (cursor === null) return err({ code: "invalid_field", detail: "next_page_token" });
  const namespaces = await namespacesFrom(c, namespace, cursor.name);
  if (!namespaces.ok) return namespaces;
  const entries: TokenPage["entries"] = [];
  let last = cursor;
  for (const namespace of namespaces.value) {
    const after = namespace.name === cursor.name ? cursor.serial : 0;
    const limit = PAGE_SIZE - entries.length;
    const tokens = await callVaultAt(c, namespace, (vault) => vault.listTokens(after, limit));
    // A namespace that is still issuing its first token has no tables yet.
    if (!tokens.ok && tokens.error.code !== "token_unknown") return tokens;
    const found = tokens.ok ? tokens.value : [];
    for (const token of found) entries.push({ token, namespace });
    last = { name: namespace.name, serial: found.at(-1)?.serial ?? after };
    if (entries.length >= PAGE_SIZE) return ok({ entries, next: writeCursor(last) });
  }
  const more = namespace === undefined && namespaces.value.length === MAX_NAMESPACES_PER_PAGE;
  return ok({ entries, next: more ? writeCursor(last) : null });
}

async function namespacesFrom(
  c: Context<HttpEnv>,
  namespace: string | undefined,
  from: string,
): Promise<Result<NamespaceRecord[], VaultError>> {
  if (namespace !== undefined) {
    const found = await findNamespace(c, namespace);
    return found.ok ? ok([found.value]) : found;
  }
  return callRegistry(c, FIRST_REGISTRY, async (registry) => {
    const here = from === "" ? null : await registry.findNamespace(from);
    const after = await registry.listNamespaces(from, MAX_NAMESPACES_PER_PAGE);
    return ok([...(here?.ok ? [here.value] : []), ...after].slice(0, MAX_NAMESPACES_PER_PAGE));
  });
}

function writeCursor(cursor: Cursor): string {
  const bytes = new TextEncoder().encode(`${cursor.serial}:${cursor.name}`);
  // base64url (RFC 4648 section 5) needs no escaping in a query string.
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === "") return { name: "", serial: 0 };
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const match = /^(\d{1,15}):(.+)$/s.exec(new TextDecoder().decode(bytes));
    return match === null ? null : { name: match[2] ?? "", serial: Number(match[1]) };
  } catch {
    return null;
  }
}
