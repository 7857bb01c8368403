// Auto-detect of texts of 1 KiB in a batch request, against the detector alone in the same runtime.

import { count } from "../../cli/report.ts";
import { forBatches, Namespace } from "../callers.ts";
import { Connections } from "../load.ts";
import { type Bench, type Finding, inTurns, type Measure, ratios } from "../measure.ts";

const TEXTS_PER_REQUEST = 200;
const REQUESTS = 2;
const QUICK_REQUESTS = 1;
const TEXT_LETTERS = 1_024;

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

async function autoDetect(bench: Bench): Promise<Finding> {
  const requests = bench.scale.isQuick ? QUICK_REQUESTS : REQUESTS;
  const server = await bench.stage.product();
  const inside = await bench.stage.inside();
  try {
    const master = server.secrets.VAULT_MASTER_KEY;
    const namespace = await Namespace.open(server.port, master, "texts");
    const alone = await Namespace.open(inside.port, inside.secrets.VAULT_MASTER_KEY, "texts");
    const product = await forBatches(server);
    const detector = await Connections.open(inside.port, 1);
    const count_ = requests * TEXTS_PER_REQUEST;
    const lists = () =>
      Array.from({ length: requests }, () => Array.from({ length: TEXTS_PER_REQUEST }, newText));
    const pairs = await inTurns(
      bench,
      async () =>
        count_ / (await product.sendAll(lists().map((list) => namespace.maskTexts(list)))),
      async () => {
        await detector.send(alone.door("texts", lists().flat()));
        return count_ / (await detector.sendAll([alone.door("detect", null)]));
      },
    );
    return ratios(pairs, (rate) => `${count(rate)}/s`);
  } finally {
    await Promise.all([server.stop(), inside.stop()]);
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
