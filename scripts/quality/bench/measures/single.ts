// One new value per request, over 16 connections.

import { count } from "../../../run/cli/report.ts";
import { floorCall, Namespace, newValue, SINGLE_CONNECTIONS } from "../callers.ts";
import { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, type Measure, ratios } from "../measure.ts";
import { quantile } from "../statistics.ts";

async function maskSingle(bench: Bench): Promise<Finding> {
  const server = await bench.stage.product();
  const floorServer = await bench.stage.floor();
  try {
    const namespace = await Namespace.open(server.port, server.secrets.VAULT_MASTER_KEY, "single");
    const product = await Connections.open(server.port, SINGLE_CONNECTIONS);
    const floor = await Connections.open(floorServer.port, SINGLE_CONNECTIONS);
    const shares: number[] = [];
    const rateOf = async (connections: Connections, make: () => Buffer): Promise<number> => {
      const over = performance.now() + bench.scale.loadMs;
      const load = await connections.sendUntil(() => performance.now() > over, make);
      shares.push(load.clientShare);
      return load.perSecond;
    };
    const pairs = await inTurns(
      bench,
      () => rateOf(product, () => namespace.mask([newValue()])),
      () => rateOf(floor, () => floorCall("single", "mask", [newValue()])),
    );
    const finding = ratios(pairs, (rate) => `${count(rate)}/s`);
    if ("skipped" in finding) return finding;
    const share = (100 * quantile(shares, 0.5)).toFixed(0);
    return { ...finding, detail: `${finding.detail}; the client took ${share} % of a core` };
  } finally {
    await Promise.all([server.stop(), floorServer.stop()]);
  }
}

/** Single requests. */
export const SINGLE_MEASURES: readonly Measure[] = [
  {
    name: "mask-single",
    what: "one new value per request, 16 connections",
    goal: { least: 0.6 },
    unit: "of the floor",
    run: maskSingle,
  },
];
