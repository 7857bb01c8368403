// The formats of a streamed body alone: no part of a text is lost or moved.
import { describe, expect, it } from "vitest";
import { STREAM_FORMATS } from "../../../src/http/mask/stream-format.ts";
import { cases, fc } from "../../support/properties.ts";

const EVENTS = "text/event-stream";
const ALL_BREAKS = /\r\n?|\n/;

/** The body written anew, with every piece of its text changed by `change`. */
function through(type: string, pieces: readonly string[], change = (piece: string) => piece) {
  const format = STREAM_FORMATS.get(type)?.();
  const read = [...pieces, ""].map((piece, i) => format?.read(piece, i === pieces.length));
  const parts = read.flatMap((one) => (one?.ok ? one.value : []));
  return {
    texts: parts.flatMap((part) => ("piece" in part ? [part.piece] : [])),
    body: parts
      .map((part) => ("piece" in part ? part.write(change(part.piece)) : part.other))
      .join(""),
  };
}

/** The data of events, read as WHATWG HTML says in section 9.2.6. */
function eventsIn(body: string): string[] {
  const events: string[] = [];
  const data: string[] = [];
  for (const line of body.replace(/^\ufeff/, "").split(ALL_BREAKS)) {
    const colon = line.includes(":") ? line.indexOf(":") : line.length;
    if (line.slice(0, colon) === "data") data.push(line.slice(colon + 1).replace(/^ /, ""));
    if (line === "" && data.length > 0) events.push(data.splice(0).join("\n"));
  }
  return events;
}

describe("server-sent events", () => {
  it("keep letters that end a line for JavaScript but not for them", () => {
    const data = JSON.stringify({ delta: "a\u2028b\u2029c" });
    expect(through(EVENTS, [`data: ${data}\n\n`]).body).toBe(`data: ${data}\n\n`);
    expect(through(EVENTS, ["data: a\u2028b\n\n"]).body).toBe("data: a\u2028b\n\n");
    const format = STREAM_FORMATS.get(EVENTS)?.();
    expect(format?.write("a\u2029b")).toBe("data: a\u2029b\n\n");
  });

  it("end their lines with CR as well, so what is behind one is no data", () => {
    const lone = through(EVENTS, ["data: Anna\rdata: Smith\r\r"]);
    expect(lone).toEqual({ texts: ["Anna\nSmith"], body: "data: Anna\ndata: Smith\n\n" });
    const other = through(EVENTS, ["data: Anna\rSmith\n\n"]);
    expect(other).toEqual({ texts: ["Anna"], body: "Smith\ndata: Anna\n\n" });
  });

  it("have all lines of a value that comes back with line breaks", () => {
    const { body } = through(EVENTS, ["data: x\n\n"], () => "a\rb\r\nc\nd");
    expect(eventsIn(body)).toEqual(["a\nb\nc\nd"]);
  });

  it("are data behind a byte order mark, and where the last line has no end", () => {
    expect(through(EVENTS, ["\ufeffdata: a\n\n"])).toEqual({ texts: ["a"], body: "data: a\n\n" });
    const open = through(EVENTS, ["data: a\nevent: b"]);
    expect(open).toEqual({ texts: ["a"], body: "event: b\ndata: a\n\n" });
  });

  it("come out as they went in, cut anywhere", () => {
    const line = fc.constantFrom(
      "data: a",
      "data",
      "data:b\u2028",
      "event: e",
      ": c",
      " ",
      "dat",
      "",
    );
    const lines = fc.array(fc.tuple(line, fc.constantFrom("\r", "\n", "\r\n")), { maxLength: 12 });
    const given = fc.tuple(lines, fc.boolean(), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(given, ([all, hasMark, size]) => {
        const body = `${hasMark ? "\ufeff" : ""}${all.map((one) => one.join("")).join("")}\n\n`;
        const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
          body.slice(i * size, (i + 1) * size),
        );
        expect(eventsIn(through(EVENTS, pieces).body)).toEqual(eventsIn(body));
      }),
      { numRuns: cases(200) },
    );
  });
});

describe("lines of JSON", () => {
  it("end with LF alone", () => {
    const body = '"a\u2028b"\r\n{"delta":"c"}\n[1]\r\nx';
    const { texts, body: written } = through("application/x-ndjson", [body]);
    expect(texts).toEqual(["a\u2028b", "c"]);
    expect(written).toBe('"a\u2028b"\n{"delta":"c"}\n[1]\r\nx\n');
  });

  it("are read in linear time, whatever they are", () => {
    const body = "x".repeat(1_000_000);
    for (const type of STREAM_FORMATS.keys()) {
      expect(through(type, [body, "\n\n"]).body.length, type).toBeLessThan(body.length + 20);
      expect(through(type, ["\n".repeat(50_000)]).body.length, type).toBeGreaterThan(0);
    }
  });
});
