// New values into a namespace that has millions of them.

import { count } from "../../../run/cli/report.ts";
import { BATCH, floorCall, forBatches, newValues } from "../callers.ts";
import { type Bench, type Finding, inTurns, type Measure, ratios } from "../measure.ts";
import { FILLED, filledFloor, filledProduct } from "./filled.ts";

/** Times as many rows as a deletion has. */
const TIMES = 5;

async function maskIntoLarge(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  const rows = TIMES * bench.scale.rows;
  const { data, namespace: filled } = await filledProduct(bench, rows, "passes");
  const floorFolder = await filledFloor(bench, rows, "passes");
  const server = await bench.stage.product(data);
  const floorServer = await bench.stage.floor(floorFolder);
  try {
    const namespace = filled.at(server.port);
    const product = await forBatches(server);
    const floor = await forBatches(floorServer);
    const lists = () => Array.from({ length: requests }, () => newValues(BATCH));
    const pairs = await inTurns(
      bench,
      async () => {
        const bodies = lists().map((list) => namespace.mask(list));
        return (requests * BATCH) / (await product.sendAll(bodies));
      },
      async () => {
        const bodies = lists().map((list) => floorCall(FILLED, "mask", list));
        return (requests * BATCH) / (await floor.sendAll(bodies));
      },
    );
    return ratios(pairs, (rate) => `${count(rate)}/s`);
  } finally {
    await Promise.all([server.stop(), floorServer.stop()]);
  }
}

/** Growth. */
export const LARGE_MEASURES: readonly Measure[] = [
  {
    name: "mask-new-large",
    what: "new values with 5,000,000 mappings stored",
    goal: { least: 1.2 },
    unit: "of the floor at the same fill",
    run: maskIntoLarge,
  },
];
