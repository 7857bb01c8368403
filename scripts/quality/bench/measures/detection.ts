// Auto-detect of texts of 1 KiB in batches, compared with the bare detector in the same runtime followed by the floor.

import { BATCH, type FloorObject, Namespace, newLists, newValues } from "../callers.ts";
import { Client } from "../client.ts";
import { type Bench, batchRate, beside, type Finding, medianRate } from "../measure.ts";

/** With this length, a batch nearly reaches a synchronous request's limits of size and of findings. */
const TEXT_LETTERS = 1_024;
/** Findings in `newText`: new in each text, and the same in all texts. */
const FINDINGS = { fresh: 5, known: 4 };

let texts = 0;

/** A text of 1 KiB in a customer's style, with new values. */
export function newText(): string {
  texts += 1;
  const n = String(texts).padStart(7, "0");
  const text = `Ticket ${texts}: Maria Alvarez wrote on 3 March 2026 that the parcel for her sister, Ingrid
Johansson, never came. She had asked us to send it to ${texts} Harbour Street, Springfield, because the old
address was no longer right, and she wonders why nobody answered. Her mail is maria.alvarez${n}@example.com, and
during the day she can be called on (212) 555-${n.slice(3)}. The order was paid from the account with the number
DE89 3704 0044 ${n.slice(3)} 0130 00, which is her own. Our colleague looked into it and saw that the driver had
been at the wrong door twice; the note he left behind says as much. The second attempt was made from the depot
in Gothenburg, and the scanner there reported to 10.4.${texts % 256}.${(texts * 7) % 251} as it should. We have told her that
the parcel will be sent again this week without any cost to her, and that she may keep what she finds in
it. She was content with that, but she asks that we write to her sister as well (ingrid${n}@example.org)
and that we say when it will be there. Please do so, and close this ticket when you have her answer.`;
  return text.replaceAll("\n", " ").padEnd(TEXT_LETTERS, " Thank you.").slice(0, TEXT_LETTERS);
}

/** Seconds that the floor takes to mask the findings of `texts` texts, sent as values. */
async function maskFindings(client: Client, floor: FloorObject, texts: number): Promise<number> {
  const known = newValues(BATCH);
  await client.send(floor.mask(known));
  const batchesOf = (perText: number) => (texts * perText) / BATCH;
  const fresh = newLists(batchesOf(FINDINGS.fresh)).map((list) => floor.mask(list));
  const again = Array.from({ length: batchesOf(FINDINGS.known) }, () => floor.again(known));
  return client.sendAll([...fresh, ...again]);
}

/**
 * Each part uses a new object, as with other new values (see `maskNew`). The floor of auto-detect is the detector
 * followed by the floor with its findings; the detector's own rate is shown as a detail.
 */
export async function autoDetect(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  const inside = await bench.stage.start("inside");
  const detector = new Client(inside.port, 1);
  const door = await Namespace.open(detector, inside.data, "texts");
  const detectorRates: number[] = [];
  const list = () => Array.from({ length: BATCH }, newText);
  const lists = () => Array.from({ length: requests }, list);
  let part = 0;
  const figures = await beside(bench, async (side) => async () => {
    part += 1;
    if (side.kind === "product") {
      const namespace = await side.open(`texts-${part}`);
      await side.client.send(namespace.maskTexts(list()));
      return batchRate(
        side.client,
        lists().map((some) => namespace.maskTexts(some)),
      );
    }
    const all = requests * BATCH;
    await detector.send(door.inside("texts", lists().flat()));
    const seconds = await detector.sendAll([door.inside("detect", null)]);
    detectorRates.push(all / seconds);
    const floor = await side.open(`texts-${part}`);
    return all / (seconds + (await maskFindings(side.client, floor, all)));
  }).finally(() => inside.stop());
  const { runs, detail } = figures;
  return { runs, detail: `${detail}; the detector alone ${medianRate(detectorRates)}` };
}
