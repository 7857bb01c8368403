// An HTTP server that answers like Presidio's analyzer: with recorded answers of a real one, with a word that
// no other recognizer finds, or, when a test wants it, like a broken one.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers of presidio-analyzer 2.2.366 with en_core_web_sm 3.8 to these texts, for these three types. */
export const RECORDED = {
  "Hello 😀, her driver license is H12234567 and she is called Ada Lane.": [
    { analysis_explanation: null, end: 67, entity_type: "PERSON", score: 0.85, start: 59 },
    {
      ...{ analysis_explanation: null, end: 40, entity_type: "US_DRIVER_LICENSE" },
      ...{ score: 0.6499999999999999, start: 31 },
    },
  ],
  "😀😀 Dr. Zorbrunn Quaxly lives in Northwick.": [
    { analysis_explanation: null, end: 22, entity_type: "PERSON", score: 0.85, start: 7 },
    { analysis_explanation: null, end: 41, entity_type: "LOCATION", score: 0.85, start: 32 },
  ],
  "nothing here": [],
} as const;

/** A word that it finds in any text, as a `SECRET_WORD`. */
export const ONLY_IT_KNOWS = "qwzxy";

/** How it treats the next questions. */
type Mood = "well" | "silent" | "slow" | "failing" | "elsewhere" | "broken" | "long";

/** Delay of its answers when it is slow. */
const SLOW_MS = 100;

interface Asked {
  readonly text: string;
  readonly language: string;
  readonly entities: readonly string[];
}

/** Such an analyzer. */
export interface Analyzer {
  readonly url: string;
  readonly asked: Asked[];
  /** Highest number of questions that were open at once. */
  most: number;
  mood: Mood;
  /** Its answer when it is broken. */
  answer: string;
  close(): void;
}

/** Start an analyzer on a free port of this machine. */
export async function startAnalyzer(): Promise<Analyzer> {
  let open = 0;
  const server: Server = createServer(async (request, response) => {
    analyzer.most = Math.max(analyzer.most, ++open);
    response.on("close", () => open--);
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    if (request.url !== "/analyze") return void response.writeHead(200).end("[]");
    const question: Asked = JSON.parse(body);
    analyzer.asked.push(question);
    const { mood } = analyzer;
    if (mood === "silent") return;
    if (mood === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    const statuses: Partial<Record<Mood, number>> = { failing: 500, elsewhere: 302 };
    response.writeHead(statuses[mood] ?? 200, { location: `${analyzer.url}/../other` });
    if (mood === "failing") response.end(JSON.stringify({ error: question.text }));
    else if (mood === "broken") response.end(analyzer.answer);
    else if (mood === "long") response.end(`[${" ".repeat(1_100_000)}]`);
    else response.end(JSON.stringify(findingsIn(question.text)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const analyzer: Analyzer = {
    url: `http://127.0.0.1:${port}/analyze`,
    asked: [],
    most: 0,
    mood: "well",
    answer: "",
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return analyzer;
}

function findingsIn(text: string): readonly object[] {
  const recorded: Readonly<Record<string, readonly object[]>> = RECORDED;
  if (Object.hasOwn(recorded, text)) return recorded[text] ?? [];
  return [...text.matchAll(new RegExp(ONLY_IT_KNOWS, "g"))].map(({ index }) => {
    const start = [...text.slice(0, index)].length;
    const end = start + ONLY_IT_KNOWS.length;
    return { analysis_explanation: null, end, entity_type: "SECRET_WORD", score: 0.9, start };
  });
}
