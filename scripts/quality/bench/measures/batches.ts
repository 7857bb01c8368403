// Synchronous requests of 1,000 items: new values, repeated values, tokens.

import { count } from "../../../run/cli/report.ts";
import { BATCH, floorCall, forBatches, Namespace, newValues, tokensIn } from "../callers.ts";
import type { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, type Measure, ratios } from "../measure.ts";

/** A product and a floor that run, with connections to both. */
interface Sides {
  readonly namespace: Namespace;
  /** Another namespace. */
  open(name: string): Promise<Namespace>;
  readonly product: Connections;
  readonly floor: Connections;
}

async function withSides(bench: Bench, run: (sides: Sides) => Promise<Finding>): Promise<Finding> {
  const server = await bench.stage.product();
  const floorServer = await bench.stage.floor();
  try {
    const open = (name: string) =>
      Namespace.open(server.port, server.secrets.VAULT_MASTER_KEY, name);
    const namespace = await open("batches");
    const product = await forBatches(server);
    const floor = await forBatches(floorServer);
    return await run({ namespace, open, product, floor });
  } finally {
    await Promise.all([server.stop(), floorServer.stop()]);
  }
}

const perSecond = (rate: number) => `${count(rate)}/s`;

function lists(requests: number): string[][] {
  return Array.from({ length: requests }, () => newValues(BATCH));
}

/**
 * Every part begins with a new object: with many rows it is the disk that is measured, and the floor's second
 * index (that is what `mask-new-large` is for).
 */
function maskNew(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  return withSides(bench, async ({ open, product, floor }) => {
    let part = 0;
    const pairs = await inTurns(
      bench,
      async () => {
        part += 1;
        const namespace = await open(`new-${part}`);
        await product.send(namespace.mask(newValues(BATCH)));
        const bodies = lists(requests).map((list) => namespace.mask(list));
        return (requests * BATCH) / (await product.sendAll(bodies));
      },
      async () => {
        part += 1;
        const object = `new-${part}`;
        await floor.send(floorCall(object, "mask", newValues(BATCH)));
        const bodies = lists(requests).map((list) => floorCall(object, "mask", list));
        return (requests * BATCH) / (await floor.sendAll(bodies));
      },
    );
    return ratios(pairs, perSecond);
  });
}

function maskRepeated(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  return withSides(bench, async ({ namespace, product, floor }) => {
    const known = lists(requests);
    const productMasks = known.map((list) => namespace.mask(list));
    const floorAgain = known.map((list) => floorCall("batches", "again", list));
    await product.sendAll(productMasks);
    const [list = [], ...others] = known;
    const tokens = await floor.send(floorMask(list));
    await floor.sendAll(others.map(floorMask));
    const again = await floor.send(floorCall("batches", "again", list));
    if (again !== tokens) throw new Error("the floor gave other tokens");
    const pairs = await inTurns(
      bench,
      async () => (requests * BATCH) / (await product.sendAll(productMasks)),
      async () => (requests * BATCH) / (await floor.sendAll(floorAgain)),
    );
    return ratios(pairs, perSecond);
  });
}

function unmask(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  return withSides(bench, async ({ namespace, product, floor }) => {
    const known = lists(requests);
    const unmasks: Buffer[] = [];
    const floorUnmasks: Buffer[] = [];
    for (const list of known) {
      unmasks.push(namespace.unmask(tokensIn(await product.send(namespace.mask(list)))));
      const tokens = JSON.parse(await floor.send(floorMask(list)));
      floorUnmasks.push(floorCall("batches", "unmask", tokens));
    }
    await checkValues(known, unmasks, floorUnmasks, product, floor);
    const pairs = await inTurns(
      bench,
      async () => (requests * BATCH) / (await product.sendAll(unmasks)),
      async () => (requests * BATCH) / (await floor.sendAll(floorUnmasks)),
    );
    return ratios(pairs, perSecond);
  });
}

/** A floor or a product that gives anything else than the values would be measured for nothing. */
async function checkValues(
  [values = []]: readonly (readonly string[])[],
  [productRequest]: readonly Buffer[],
  [floorRequest]: readonly Buffer[],
  product: Connections,
  floor: Connections,
): Promise<void> {
  if (productRequest === undefined || floorRequest === undefined) return;
  const { data } = JSON.parse(await product.send(productRequest)) as { data: { value: string }[] };
  const ofFloor: string[] = JSON.parse(await floor.send(floorRequest));
  const isGood = values.every((value, i) => data[i]?.value === value && ofFloor[i] === value);
  if (!isGood) throw new Error("unmask gave other values");
}

function floorMask(list: readonly string[]): Buffer {
  return floorCall("batches", "mask", list);
}

const unit = "of the floor";

/** Batches. */
export const BATCH_MEASURES: readonly Measure[] = [
  {
    name: "mask-new",
    what: "mask 1,000 new values per request (Text Token)",
    goal: { least: 0.85 },
    unit,
    run: maskNew,
  },
  {
    name: "mask-repeated",
    what: "mask 1,000 repeated values per request",
    goal: { least: 0.6 },
    unit,
    run: maskRepeated,
  },
  {
    name: "unmask",
    what: "unmask 1,000 tokens per request",
    goal: { least: 0.6 },
    unit,
    run: unmask,
  },
];
