// One damaged cell, in any table, stops only what needs it: a call fails with a code and never by an exception over RPC,
// no answer is wrong, deletions that do not need it end, and the namespace can always be deleted. Some cells here; in the
// long run (FULL_SPACES=1) every cell of a namespace that has something of everything, each in several ways.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { everyOther } from "../../support/properties.ts";
import { allDamage, consequences, type Damage, populated } from "../../support/vault/damage.ts";

/** Nothing can be served, or erased in part, without it. */
const NEEDED_BY_ALL = {
  "by age": "internal",
  "by attribute": "internal",
  "by value": "internal",
  job: "internal",
  mask: "internal",
  "mask again": "internal",
  "read job": "internal",
  "read policy": "internal",
  "read retention": "internal",
  unmask: "internal",
};

/** No value can be looked up, so none is masked anew; tokens that carry their mapping's id are unmasked. */
const NEEDED_TO_FIND = {
  "by attribute": "internal",
  "by value": "internal",
  job: "IN-PROGRESS",
  mask: "internal",
  "mask again": "internal",
};

/** A cell, as the first value that is tried or another, and all that is not as if it were whole. */
const SOME: readonly [string, Readonly<Record<string, string>>][] = [
  ["setting.value name = 'watermark'", NEEDED_BY_ALL],
  ["setting.value name = 'retention_due'", {}],
  ["setting.value name = 'retention_days'", { "read retention": "internal" }],
  ["migration.id", NEEDED_BY_ALL],
  ["mapping.sealed", { "quarantined by value": "1" }],
  ["mapping_by_digest.kind", {}],
  ["setting.name name = 'blinding_version'", NEEDED_TO_FIND],
  ["job.chunks as -1", { "read job": "internal" }],
  ["job.chunks as 8000000000000000", { "read job": "internal" }],
  ["job_chunk.mapping_ids", {}],
  ["deletion.phase", {}],
  ["deletion.search", {}],
];

/** What opens, seals, lets in or tells everything else (unmask looks for every wrapper); a damaged one is told by a code. */
const FOR_MUCH = new Set([
  ...["setting", "migration", "namespace_key", "day_key", "wrapped_key"],
  ...["issued_token", "wrapper"],
]);

const nameOf = ({ table, column, row }: Damage) => `${table}.${column} ${row}`;
/** Work that would never end is not awaited. */
const PATIENCE_MS = 60_000;

async function inflictedOn(damage: Damage): Promise<Readonly<Record<string, string>>> {
  const found = populated().then((world) => consequences(world, damage));
  const late = scheduler.wait(PATIENCE_MS).then(() => ({ all: "STILL GOING ON" }));
  return Promise.race([found, late]);
}

describe("a damaged cell", () => {
  let all: readonly Damage[] = [];
  beforeAll(async () => {
    all = await allDamage();
  });

  it.each(everyOther(SOME))(
    "(%s) stops what needs it, and nothing else",
    async (cell, expected) => {
      const [name = "", value] = cell.split(" as ");
      const damage = all.find(
        (one) => nameOf(one).startsWith(name) && (value === undefined || one.as === value),
      );
      if (damage === undefined) throw new Error("no such cell");
      expect(await inflictedOn(damage)).toEqual(expected);
    },
  );

  it.runIf(env.FULL_SPACES === "1")(
    "of any kind does no more",
    { timeout: 3_600_000 },
    async () => {
      const wrong: string[] = [];
      for (const [tried, damage] of all.entries()) {
        if (tried % 20 === 0) console.log(`${tried} of ${all.length} damaged cells`);
        const found = Object.entries(await inflictedOn(damage));
        const isHarmless = ([name, what]: [string, string]) =>
          name.startsWith("quarantined") ||
          (name !== "end" && !/THROWN|WRONG|STILL/.test(what) && FOR_MUCH.has(damage.table)) ||
          (name.startsWith("read") && /^[a-z_]+$/.test(what));
        const bad = found.filter((one) => !isHarmless(one));
        if (bad.length > 0) wrong.push(`${nameOf(damage)} = ${damage.as}: ${JSON.stringify(bad)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
