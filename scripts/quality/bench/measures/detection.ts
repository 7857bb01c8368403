// Auto-detect of texts of 1 KiB in a batch request, against the detector alone in the same runtime.

import { count } from "../../../run/cli/report.ts";
import { BATCH, floorCall, forBatches, Namespace, newValues } from "../callers.ts";
import { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, type Measure, ratios } from "../measure.ts";
import { quantile } from "../statistics.ts";

/** A batch of such texts is nearly as large as a synchronous request may be, and so is the number of its findings. */
const TEXT_LETTERS = 1_024;
/** What is found in `newText`: new in each text, and the same in all. */
const FINDINGS = { fresh: 5, known: 4 };

let texts = 0;

/** A text of 1 KiB as customers write them, with values nobody has seen before. */
function newText(): string {
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

/** Seconds the floor takes to mask what is found in so many texts, in requests of values instead of texts. */
async function maskFindings(floor: Connections, object: string, texts: number): Promise<number> {
  const known = newValues(BATCH);
  await floor.send(floorCall(object, "mask", known));
  const requestsFor = (perText: number) => (texts * perText) / BATCH;
  const fresh = Array.from({ length: requestsFor(FINDINGS.fresh) }, () =>
    floorCall(object, "mask", newValues(BATCH)),
  );
  const again = Array.from({ length: requestsFor(FINDINGS.known) }, () =>
    floorCall(object, "again", known),
  );
  return floor.sendAll([...fresh, ...again]);
}

/**
 * Every part begins with a new object, as with other new values (`maskNew` says why). What a floor of auto-detect
 * would do is told beside it: the detector, and then the floor with what it found.
 */
async function autoDetect(bench: Bench): Promise<Finding> {
  const { requests } = bench.scale;
  const server = await bench.stage.product();
  const inside = await bench.stage.inside();
  const floorServer = await bench.stage.floor();
  try {
    const master = server.secrets.VAULT_MASTER_KEY;
    const alone = await Namespace.open(inside.port, inside.secrets.VAULT_MASTER_KEY, "texts");
    const product = await forBatches(server);
    const detector = await Connections.open(inside.port, 1);
    const floor = await forBatches(floorServer);
    const all = requests * BATCH;
    const floorRates: number[] = [];
    const list = () => Array.from({ length: BATCH }, newText);
    const lists = () => Array.from({ length: requests }, list);
    let part = 0;
    const pairs = await inTurns(
      bench,
      async () => {
        part += 1;
        const namespace = await Namespace.open(server.port, master, `texts-${part}`);
        await product.send(namespace.maskTexts(list()));
        const bodies = lists().map((texts) => namespace.maskTexts(texts));
        return all / (await product.sendAll(bodies));
      },
      async () => {
        await detector.send(alone.door("texts", lists().flat()));
        const seconds = await detector.sendAll([alone.door("detect", null)]);
        part += 1;
        floorRates.push(all / (seconds + (await maskFindings(floor, `texts-${part}`, all))));
        return all / seconds;
      },
    );
    const tell = (rate: number) => `${count(rate)}/s`;
    const { runs, detail } = ratios(pairs, tell);
    const ofFloor = tell(quantile(floorRates, 0.5));
    return { runs, detail: `${detail}; the detector and then the floor: ${ofFloor}` };
  } finally {
    await Promise.all([server.stop(), inside.stop(), floorServer.stop()]);
  }
}

/** Detection. */
export const DETECTION_MEASURES: readonly Measure[] = [
  {
    name: "auto-detect",
    what: "auto-detect of 1 KiB texts, masked in batch requests",
    goal: { least: 0.8 },
    unit: "of the detector alone",
    run: autoDetect,
  },
];
