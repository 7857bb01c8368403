// How many requests of each operation ended how, by user, in a batch of records.
import type { AuditRecord } from "../../core/audit.ts";
import { hex } from "../../core/ids.ts";
import { type DigestKey, digestAllIn } from "../../crypto/digest.ts";
import type { NewUsage } from "../store/audit/usage.ts";

/** The counts of some records. */
export async function usageOf(
  records: readonly AuditRecord[],
  key: DigestKey,
): Promise<NewUsage[]> {
  const users = [...new Set(records.map(({ user }) => user))];
  const digests = (await digestAllIn(key, "user", users)).map(hex);
  const digestOf = new Map(users.map((user, i) => [user, digests[i] as string]));
  const counts = new Map<string, NewUsage>();
  for (const { operation, outcome, user, items = 0, duration_ms } of records) {
    const name = JSON.stringify([operation, outcome, user]);
    const { requests, ...so } = counts.get(name) ?? { requests: 0, items: 0, ms: 0 };
    counts.set(name, {
      ...{ operation, outcome, user: digestOf.get(user) as string },
      ...{ requests: requests + 1, items: so.items + items, ms: so.ms + duration_ms },
    });
  }
  return [...counts.values()];
}
