// Synchronous requests: 1,000 new values, repeated values or tokens each, into namespaces that are new or hold
// millions of mappings already, and requests of one value each.

import { count } from "../../../run/cli/report.ts";
import {
  BATCH,
  floorCall,
  forBatches,
  Namespace,
  newValue,
  newValues,
  SINGLE_CONNECTIONS,
  tokensIn,
} from "../callers.ts";
import { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, ratios } from "../measure.ts";
import type { ProductData } from "../stage.ts";
import { quantile } from "../statistics.ts";
import { FILLED, filledFloor, filledProduct } from "./filled.ts";

/** A product and a floor that run, with connections to both. */
interface Sides {
  /** A namespace of the product, made when it is new. */
  open(name: string): Promise<Namespace>;
  readonly product: Connections;
  readonly floor: Connections;
}

/** Times as many rows as a deletion has, in the namespace that is large. */
const TIMES = 5;

/** Run something with a product and a floor, new ones unless their data are given. */
export async function withSides(
  bench: Bench,
  run: (sides: Sides) => Promise<Finding>,
  connect: (server: { port: number }) => Promise<Connections> = forBatches,
  data?: ProductData,
  floorFolder?: string,
): Promise<Finding> {
  const server = await bench.stage.product(data);
  const floorServer = await bench.stage.floor(floorFolder);
  try {
    const { VAULT_MASTER_KEY } = server.secrets;
    const open = (name: string) => Namespace.open(server.port, VAULT_MASTER_KEY, name);
    return await run({ open, product: await connect(server), floor: await connect(floorServer) });
  } finally {
    await Promise.all([server.stop(), floorServer.stop()]);
  }
}

/** Values per second in requests of 1,000. */
export async function batchRate(
  connections: Connections,
  requests: readonly Buffer[],
): Promise<number> {
  return (requests.length * BATCH) / (await connections.sendAll(requests));
}

/** A rate as the table tells it. */
export const perSecond = (rate: number) => `${count(rate)}/s`;

/** So many lists of 1,000 new values. */
export function newLists(requests: number): string[][] {
  return Array.from({ length: requests }, () => newValues(BATCH));
}

/**
 * Every part begins with a new object: with many rows it is the disk that is measured, and the floor's second
 * index (that is what `maskNewLarge` is for).
 */
export function maskNew(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  return withSides(bench, async ({ open, product, floor }) => {
    let part = 0;
    const productRate = async () => {
      part += 1;
      const namespace = await open(`new-${part}`);
      await product.send(namespace.mask(newValues(BATCH)));
      return batchRate(
        product,
        newLists(requests).map((list) => namespace.mask(list)),
      );
    };
    const floorRate = async () => {
      part += 1;
      const [first, ...requestsOfPart] = newLists(requests + 1).map((list) =>
        floorCall(`new-${part}`, "mask", list),
      );
      if (first !== undefined) await floor.send(first);
      return batchRate(floor, requestsOfPart);
    };
    return ratios(await inTurns(bench, productRate, floorRate), perSecond);
  });
}

/** Values that both sides know. */
export function maskRepeated(bench: Bench): Promise<Finding> {
  return withSides(bench, async ({ open, product, floor }) => {
    const namespace = await open("batches");
    const known = newLists(bench.scale.requests);
    const productMasks = known.map((list) => namespace.mask(list));
    const floorAgain = known.map((list) => floorCall("batches", "again", list));
    await product.sendAll(productMasks);
    const tokens: string[] = [];
    for (const list of known) tokens.push(await floor.send(floorCall("batches", "mask", list)));
    const [again] = floorAgain;
    if (again && (await floor.send(again)) !== tokens[0]) {
      throw new Error("the floor gave other tokens");
    }
    const pairs = await inTurns(
      bench,
      () => batchRate(product, productMasks),
      () => batchRate(floor, floorAgain),
    );
    return ratios(pairs, perSecond);
  });
}

/** Tokens back to values. A side that gives anything else than the values would be measured for nothing. */
export function unmask(bench: Bench): Promise<Finding> {
  return withSides(bench, async ({ open, product, floor }) => {
    const namespace = await open("batches");
    const unmasks: Buffer[] = [];
    const floorUnmasks: Buffer[] = [];
    for (const list of newLists(bench.scale.requests)) {
      const request = namespace.unmask(tokensIn(await product.send(namespace.mask(list))));
      const tokens = JSON.parse(await floor.send(floorCall("batches", "mask", list)));
      const floorRequest = floorCall("batches", "unmask", tokens);
      const { data } = JSON.parse(await product.send(request)) as { data: { value: string }[] };
      const ofFloor: string[] = JSON.parse(await floor.send(floorRequest));
      const isGood = list.every((value, i) => data[i]?.value === value && ofFloor[i] === value);
      if (!isGood) throw new Error("unmask gave other values");
      unmasks.push(request);
      floorUnmasks.push(floorRequest);
    }
    const pairs = await inTurns(
      bench,
      () => batchRate(product, unmasks),
      () => batchRate(floor, floorUnmasks),
    );
    return ratios(pairs, perSecond);
  });
}

/** One new value per request, over 16 connections. */
export function maskSingle(bench: Bench): Promise<Finding> {
  const shares: number[] = [];
  const rateOf = async (connections: Connections, make: () => Buffer): Promise<number> => {
    const over = performance.now() + bench.scale.loadMs;
    const load = await connections.sendUntil(() => performance.now() > over, make);
    shares.push(load.clientShare);
    return load.perSecond;
  };
  const run = async ({ open, product, floor }: Sides) => {
    const namespace = await open("single");
    const pairs = await inTurns(
      bench,
      () => rateOf(product, () => namespace.mask([newValue()])),
      () => rateOf(floor, () => floorCall("single", "mask", [newValue()])),
    );
    const { runs, detail } = ratios(pairs, perSecond);
    const share = (100 * quantile(shares, 0.5)).toFixed(0);
    return { runs, detail: `${detail}; the client took ${share} % of a core` };
  };
  return withSides(bench, run, ({ port }) => Connections.open(port, SINGLE_CONNECTIONS));
}

/** New values into a namespace that has millions of them. */
export async function maskNewLarge(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  const rows = TIMES * bench.scale.rows;
  const { data } = await filledProduct(bench, rows, "passes");
  const floorFolder = await filledFloor(bench, rows, "passes");
  const run = async ({ open, product, floor }: Sides) => {
    const namespace = await open(FILLED);
    const rateOf = (connections: Connections, make: (list: string[]) => Buffer) =>
      batchRate(connections, newLists(requests).map(make));
    const pairs = await inTurns(
      bench,
      () => rateOf(product, (list) => namespace.mask(list)),
      () => rateOf(floor, (list) => floorCall(FILLED, "mask", list)),
    );
    return ratios(pairs, perSecond);
  };
  return withSides(bench, run, forBatches, data, floorFolder);
}
