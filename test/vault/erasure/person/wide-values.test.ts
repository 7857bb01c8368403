// Values that many people share, each by an attribute with a name of its own, while an erasure by attribute covers
// them: callers read their pairs page by page, and get the same answers as for values with few pairs.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { NO_MATCHES } from "../../../../src/erasure/search.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { Namespace } from "../../../../src/vault/namespace.ts";
import { everyOther, IS_LONG } from "../../../support/properties.ts";
import { acceptPersonIn, runAll, stallAt } from "../../../support/vault/erasing.ts";
import {
  accepted,
  count,
  freshVault,
  KIND,
  type OpenVault,
  rows,
} from "../../../support/vault/fresh-vault.ts";
import { inNamespace, mask, submitIn } from "../../../support/vault/inside.ts";

afterEach(() => setFailpointHook(null));

/** Pairs of each: more than a page, and of half of them more than one statement may read. */
const PAIRS = IS_LONG ? 100_000 : 1_100;
/** Rows that a statement may read: a page of a mapping, or 5,000 pairs of all that are asked for, each three times. */
const MAX_READ = 18_000;
const HOLDER = { target: "attribute", key: "customer", value: 42 } as const;
const times = <T>(n: number, make: (i: number) => T) =>
  Array.from({ length: n }, (_, i) => make(i));

/** Wide values are of customer 42 alone, or of 43 as well; the last two of both sorts are narrow. */
const VALUES = times(12, (i) => `Berlin ${i}`);
const isShared = (i: number) => i % 2 === 1;
const isWide = (i: number) => i < 10;
const LIVING = VALUES.map((value, i) => (isShared(i) ? value : null));

async function maskedValues(namespace: Namespace): Promise<string[]> {
  const pairsAtOnce = 4_000;
  for (const [i, value] of VALUES.entries()) {
    for (let at = 0; isWide(i) && at < PAIRS; at += pairsAtOnce) {
      const names = times(Math.min(pairsAtOnce, PAIRS - at), (k) => [`member ${at + k}`, i]);
      await mask(namespace, [value], KIND.text, [JSON.stringify(Object.fromEntries(names))]);
    }
  }
  const holders = (customer: number) => JSON.stringify({ customer });
  const shared = VALUES.filter((_, i) => isShared(i));
  await mask(
    namespace,
    shared,
    KIND.text,
    shared.map(() => holders(43)),
  );
  return mask(
    namespace,
    VALUES,
    KIND.text,
    VALUES.map(() => holders(42)),
  );
}

const unmask = async (namespace: Namespace, tokens: string[]) =>
  (await namespace.unmasker.unmask({ tokens }, null)).values;

async function runJobs(namespace: Namespace): Promise<void> {
  while (await namespace.runner.runSlice(4));
}

let vault: OpenVault;
let tokens: string[];

beforeEach(async () => {
  vault = await freshVault();
  await inNamespace(vault, async (namespace) => {
    tokens = await maskedValues(namespace);
  });
});

/** A request as others see it, and what it gives. */
type Asked = (namespace: Namespace) => Promise<void>;

const REQUESTS: readonly [string, Asked][] = [
  [
    "an unmask",
    async (namespace) => {
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
    },
  ],
  [
    "a mask",
    async (namespace) => {
      const again = await mask(namespace, VALUES, KIND.text);
      expect(again.map((token, i) => token === tokens[i])).toEqual(
        VALUES.map((_, i) => isShared(i)),
      );
      expect(await unmask(namespace, again)).toEqual(VALUES);
    },
  ],
  [
    "a mask with attributes",
    async (namespace) => {
      const attributes = VALUES.map(() => JSON.stringify({ customer: 44 }));
      const again = await mask(namespace, VALUES, KIND.text, attributes);
      expect(again.map((token, i) => token === tokens[i])).toEqual(
        VALUES.map((_, i) => isShared(i)),
      );
    },
  ],
  [
    "a mask job",
    async (namespace) => {
      const items = VALUES.map((value) => ({ value, token_name: "Text Token" }));
      const id = await submitIn(namespace, vault, items);
      await runJobs(namespace);
      const chunk = { trackingId: id, part: "result", number: 0 } as const;
      const result = accepted(await namespace.reader.readChunk(vault.caller, chunk));
      const text = new TextDecoder().decode(result);
      const again = JSON.parse(`[${text}]`) as { token_value: string }[];
      expect(again.map(({ token_value }, i) => token_value === tokens[i])).toEqual(
        VALUES.map((_, i) => isShared(i)),
      );
    },
  ],
  [
    "a dry run",
    async (namespace) => {
      const reply = await namespace.dryRuns.run({ target: "value", values: VALUES }, "u");
      const trackingId = reply.ok && "trackingId" in reply.value ? reply.value.trackingId : "";
      for (let i = 0; await namespace.deletionRunner.runSlice(); i++) if (i > 500) break;
      const view = await namespace.views.read(trackingId);
      expect(view).toMatchObject({ ok: true, value: { matches: { ...NO_MATCHES, exact: 6 } } });
    },
  ],
];

describe("while an erasure covers them", () => {
  it.each(everyOther(REQUESTS))("%s reads them page by page", async (name, ask) => {
    await inNamespace(vault, async (namespace, { mostRead, setHold }) => {
      await acceptPersonIn(namespace, HOLDER);
      // Otherwise the runner of the dry run would work it off before.
      if (name === "a dry run") await setHold(true);
      mostRead();
      await ask(namespace);
      expect(mostRead()).toBeLessThan(MAX_READ);
    });
    expect(await count(vault, "cover_verdict WHERE is_dead IS NOT NULL")).toBeGreaterThan(9);
  });

  it("results of jobs are looked at page by page", async () => {
    const ids: string[] = [];
    await inNamespace(vault, async (namespace, { mostRead, setHold }) => {
      for (const some of [isShared, (i: number) => !isShared(i)]) {
        const values = VALUES.filter((_, i) => some(i));
        const items = values.map((value) => ({
          value,
          token_name: "Text Token",
          attributes: { customer: 42 },
        }));
        ids.push(await submitIn(namespace, vault, items));
      }
      await runJobs(namespace);
      await acceptPersonIn(namespace, HOLDER);
      await setHold(true);
      mostRead();
      const states: unknown[] = [];
      for (const id of ids) {
        const read = await namespace.reader.read(vault.caller, [id], false);
        states.push(read.ok && read.value[0]?.state);
      }
      expect(states).toEqual(["SUCCESS", "PURGED"]);
      expect(mostRead()).toBeLessThan(MAX_READ);
    });
    expect(await count(vault, "cover_verdict WHERE is_dead IS NOT NULL")).toBeGreaterThan(4);
  });

  it("ninety erasures do not make it more at once", async () => {
    await inNamespace(vault, async (namespace, { mostRead }) => {
      const holders = JSON.stringify(Object.fromEntries(times(90, (i) => [`team ${i}`, "red"])));
      await mask(
        namespace,
        VALUES,
        KIND.text,
        VALUES.map(() => holders),
      );
      for (let i = 0; i < 90; i++) {
        await acceptPersonIn(namespace, { target: "attribute", key: `team ${i}`, value: "red" });
      }
      mostRead();
      expect(await unmask(namespace, tokens)).toEqual(VALUES.map(() => null));
      expect(mostRead()).toBeLessThan(MAX_READ);
    });
  });

  it("a hold changes nothing, and its end goes on where it was", async () => {
    await inNamespace(vault, async (namespace, { mostRead, setHold }) => {
      await acceptPersonIn(namespace, HOLDER);
      await setHold(true);
      mostRead();
      for (const [, ask] of REQUESTS.slice(0, 3)) await ask(namespace);
      expect(mostRead()).toBeLessThan(MAX_READ);
      await setHold(false);
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
    });
  });

  it("the erasure counts what it would have counted, and forgets the verdicts", async () => {
    await inNamespace(vault, async (namespace) => {
      await acceptPersonIn(namespace, HOLDER);
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
      await runAll(namespace);
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
    });
    const [row] = await rows(vault, "SELECT matches FROM deletion");
    expect(JSON.parse(String(row?.["matches"]))).toEqual({
      ...NO_MATCHES,
      exact: 6,
      keptShared: 6,
    });
    expect([await count(vault, "cover_verdict"), await count(vault, "erased_pair")]).toEqual([
      0, 0,
    ]);
    expect(await count(vault, "attribute")).toBe(5 * PAIRS + 6);
  });

  it("a second erasure of the other holder is told of the first", async () => {
    await inNamespace(vault, async (namespace) => {
      await acceptPersonIn(namespace, HOLDER);
      await acceptPersonIn(namespace, { ...HOLDER, value: 43 });
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
      const searched = () => namespace.attributes.covered().size < 2;
      while (!searched()) await namespace.deletionRunner.runSlice();
      // Without customer 42 they are of 43 alone.
      expect(await unmask(namespace, tokens)).toEqual(VALUES.map(() => null));
      await runAll(namespace);
    });
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("a crash between two pages loses nothing", async () => {
    const crash = new Error("crash");
    const judged = () => rows(vault, "SELECT mapping_id, behind FROM cover_verdict");
    await inNamespace(vault, async (namespace) => {
      await acceptPersonIn(namespace, HOLDER);
      let pages = 0;
      setFailpointHook((point) => {
        if (point === "cover.page-judged" && ++pages === 4) throw crash;
      });
      await expect(unmask(namespace, tokens)).rejects.toThrow(crash);
    });
    setFailpointHook(null);
    expect((await judged()).length).toBeGreaterThan(0);
    await inNamespace(vault, async (namespace) => {
      expect(await unmask(namespace, tokens)).toEqual(LIVING);
    });
  });

  it("what is masked, or erased, between two pages counts", async () => {
    await inNamespace(vault, async (namespace) => {
      await acceptPersonIn(namespace, HOLDER);
      const stall = stallAt("cover.page-judged", 3, 1);
      const asked = unmask(namespace, tokens);
      await stall.reached();
      // Another is served meanwhile, and shares the work.
      expect(await unmask(namespace, tokens.slice(0, 4))).toEqual(LIVING.slice(0, 4));
      const second = mask(namespace, ["Berlin 1"], KIND.text, [null]);
      expect(await second).toEqual([tokens[1]]);
      stall.release();
      expect(await asked).toEqual(LIVING);
    });
  });
});
