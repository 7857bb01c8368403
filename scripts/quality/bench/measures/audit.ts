// Cost of the audit: the product with audit records compared with the product without.

import {
  BATCH_CONNECTIONS,
  Namespace,
  newLists,
  newValue,
  SINGLE_CONNECTIONS,
} from "../callers.ts";
import { Client } from "../client.ts";
import { type Bench, batchRate, type Finding, inTurns, type Run, ratios } from "../measure.ts";
import type { Server } from "../stage.ts";

/** The value of AUDIT, and the requests: known values in batches, or single unmasks. */
interface Question {
  readonly audit: "buffered" | "strict";
  readonly what: "batch" | "single";
}

/** Rate with audit as a share of the rate without, for requests that take the least work. */
export async function auditShare(bench: Bench, { audit, what }: Question): Promise<Finding> {
  const servers = [
    await bench.stage.startProduct({ AUDIT: audit }),
    await bench.stage.startProduct({ AUDIT: "off" }),
  ] as const;
  try {
    const [kept, off] = [
      await runOf(bench, servers[0], what),
      await runOf(bench, servers[1], what),
    ];
    return ratios(await inTurns(bench, kept, off));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function runOf(
  { scale }: Bench,
  { port, data }: Server,
  what: Question["what"],
): Promise<Run> {
  if (what === "batch") {
    const client = new Client(port, BATCH_CONNECTIONS);
    const namespace = await Namespace.open(client, data, "audit");
    const calls = newLists(scale.requests).map((list) => namespace.mask(list));
    for (const call of calls) await client.send(call);
    return () => batchRate(client, calls);
  }
  const client = new Client(port, SINGLE_CONNECTIONS);
  const namespace = await Namespace.open(client, data, "audit");
  const [token = ""] = namespace.tokensIn(await client.send(namespace.mask([newValue()])));
  const call = namespace.unmask([token]);
  return async () => (await client.sendFor(scale.loadMs, () => call)).perSecond;
}
