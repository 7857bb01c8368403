// Usage reports: over any number of days, with other calls served in between, and pages together give the whole.
import { expect, it } from "vitest";
import { usageViews } from "../../../src/vault/audit/usage-views.ts";
import type { Namespace } from "../../../src/vault/namespace.ts";
import type { UsageGrouping, UsageView } from "../../../src/vault/usage-rpc.ts";
import { accepted, freshVault, rows } from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

const YEARS = 3_650;
const WHOLE = { from: 0, to: 99_999, offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** 100 counts a day: of ten users, five operations and two outcomes each. */
async function counted(days: number) {
  const vault = await freshVault();
  await rows(
    vault,
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${days * 100 - 1})
      INSERT INTO usage (day, operation, outcome, user, requests, items, ms)
      SELECT 10000 + i / 100, 'PUT /' || (i / 20 % 5), iif(i / 10 % 2, 'ok', 'busy'), unhex(printf('%032x', i % 10)), 2, 3, 4 FROM n`,
  );
  return vault;
}

async function read(namespace: Namespace, by: UsageGrouping, query = WHOLE): Promise<UsageView[]> {
  return accepted(await usageViews(namespace, by, query));
}

it("of ten years lets others in", async () => {
  await inNamespace(await counted(YEARS), async (namespace) => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    const sums = await read(namespace, "operation");
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
    expect(sums).toEqual(
      Array.from({ length: 5 }, (_, i) => ({
        ...{ day: 10_000, operation: `PUT /${i}`, outcome: null, user: null },
        ...{ requests: YEARS * 40, items: YEARS * 60, ms: YEARS * 80 },
      })),
    );
  });
});

it.each(["outcome", "user"] as const)("by %s goes on where a page has ended", async (by) => {
  await inNamespace(await counted(12), async (namespace) => {
    const whole = await read(namespace, by);
    expect(whole).toHaveLength(by === "user" ? 1_200 : 120);
    const places = whole.map(({ day, operation, outcome }) => `${day} ${operation} ${outcome}`);
    expect(places).toEqual([...places].sort());
    const again = await read(namespace, by, { ...WHOLE, from: 10_003, offset: 7, limit: 20 });
    const first = whole.findIndex(({ day }) => day === 10_003) + 7;
    expect(again).toEqual(whole.slice(first, first + 20));
  });
});
