// What was counted of requests, with the users' ids, which stand sealed in their tokens.
import { ok } from "../../core/result.ts";
import { fromUtf8 } from "../../crypto/encoding.ts";
import { open } from "../../crypto/seal.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { Reply, TokenGrant } from "../rpc.ts";
import type { UsageGrouping, UsageQuery, UsageView } from "../usage-rpc.ts";

/** Counts of a namespace's requests of some days. */
export async function usageViews(
  { usage, keyring, context }: Pick<NamespaceBase, "usage" | "keyring" | "context">,
  by: UsageGrouping,
  query: UsageQuery,
): Promise<Reply<UsageView[]>> {
  const rows = usage.read(by, query);
  const key = await keyring.recordKey();
  const users = new Map<number | null, string>();
  for (const { token, sealed } of rows) {
    if (token === null || sealed === null || users.has(token)) continue;
    const grant = fromUtf8(await open(key, sealed, context("issuedToken", token)));
    users.set(token, (JSON.parse(grant) as TokenGrant).userId);
  }
  return ok(
    rows.map(({ token, sealed: _, ...counts }) => ({ ...counts, user: users.get(token) ?? null })),
  );
}
