// No request or job holds the thread for longer than 50 ms, however hard its texts are to read: measured by how long a
// second connection waits meanwhile.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newToken, send, submit, untilEnded } from "../../support/node/api-client.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";
import { LONGEST_MS, type Probe, some, startProbe } from "../../support/node/stretches.ts";

const KIB = 1024;

let service: Service;
let probe: Probe;
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  for (const permission of ["mask", "unmask", "metadata_change"]) {
    tokens.set(permission, await newToken(service, "stretches", permission, [permission]));
  }
  probe = startProbe(service);
  // What is compiled and loaded once in the life of a process.
  await send(service, tokenOf("mask"), "mask", { mask: [{ value: filled("Ada Lovelace 1815 ") }] });
});

afterAll(async () => {
  await probe.stop();
  await cleanUp();
});

const tokenOf = (permission: string): string => tokens.get(permission) as string;

/** A text of 64 KiB, or so many. */
const filled = (unit: string, bytes = 64 * KIB) =>
  unit.repeat(Math.ceil(bytes / unit.length)).slice(0, bytes);

/** Letters in no order. */
function noise(alphabet: string, length = 64 * KIB): string {
  let seed = 12_345;
  return Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return alphabet[(seed >>> 16) % alphabet.length];
  }).join("");
}

const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));

let serial = 0;

/** New values with a dozen attributes each. */
function withAttributes(count: number): object[] {
  return Array.from({ length: count }, () => {
    const pairs = Array.from({ length: 12 }, (_, i) => [`k${i}`, `${i} of ${serial}`] as const);
    const attributes = Object.fromEntries(pairs);
    return { value: `v${serial++}`, token_name: "Text Token", attributes };
  });
}

async function mask(items: readonly object[], beside: object = {}): Promise<void> {
  const answer = await send(service, tokenOf("mask"), "mask", { mask: items, ...beside });
  expect(`${answer.status} ${answer.body.error.code ?? ""}`).toMatch(/^(200 |413 too_many_ent)/);
}

/** Texts that cost most of all that were tried, with what made it so. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["single digits, each of which may begin a token", "1 2 3 4 5 6 7 8 9 0 "],
  ["numbers that could be telephone numbers in many countries", "(030) 123-4567 "],
  ["bank accounts that are read as telephone numbers, too", "DE89 3704 0044 0532 0130 00 "],
  ["groups of four digits", "4530 1234 5678 9012 "],
  ["house numbers", "12 rue "],
  ["signs, each of which is a token to the tagger", "-"],
  ["values of many kinds", "Mr Max Ray, 12 Elm St, +49 30 8375689, a.b@c.org, 10.1.2.3, 1.2.1990 "],
];

describe("a synchronous request", () => {
  it.each(some(TEXTS))("of %s", async (_name, unit) => {
    const items = Array.from({ length: 3 }, () => ({ value: filled(unit) }));
    expect(await probe.stretchOf(() => mask(items))).toBeLessThan(LONGEST_MS);
  });

  it("is no longer when 16 come at a time", async () => {
    const items = Array.from({ length: 3 }, () => ({ value: filled("(030) 123-4567 ") }));
    const all = () => Promise.all(times(16, () => mask(items)));
    expect(await probe.stretchOf(all)).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("of 1,000 texts", async () => {
    const items = Array.from({ length: 1_000 }, () => ({ value: filled("1 2 3 of the 4 ", 300) }));
    expect(await probe.stretchOf(() => mask(items))).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("of documents with many names", async () => {
    const names = Array.from({ length: 4_000 }, (_, i) => [`k${i}`, null] as const);
    const items = Array.from({ length: 8 }, () => ({ value: Object.fromEntries(names) }));
    expect(await probe.stretchOf(() => mask(items, { json: true }))).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("of values that have a dozen attributes each", async () => {
    // The more there are, the longer each takes to write.
    for (let i = 0; i < 4; i++) await mask(withAttributes(1_000));
    expect(await probe.stretchOf(() => mask(withAttributes(1_000)))).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("that only looks", async () => {
    const detect = Array.from({ length: 3 }, () => ({ value: filled("(030) 123-4567 ") }));
    const look = () => send(service, tokenOf("mask"), "detect", { detect });
    expect(await probe.stretchOf(look)).toBeLessThan(LONGEST_MS);
  });

  it.each(
    some([
      ["digits that may be tokens", filled("1 ", 700 * KIB)],
      ["parts of tags", filled("<EMAIL>&lt;", 700 * KIB)],
      ["tags around anything", filled("<URL>a</URL> ", 256 * KIB)],
      ["escapes", filled("\\n\\u003c", 700 * KIB)],
      ["short lines", filled("a\n", 700 * KIB)],
    ]),
  )("to unmask %s", async (_name, token_value) => {
    const body = { unmask: [{ token_value }], partial: true };
    const ask = () => send(service, tokenOf("unmask"), "unmask", body);
    expect(await probe.stretchOf(ask)).toBeLessThan(LONGEST_MS);
  });
});

describe("a body", () => {
  const DEEP = 520_000;
  const inMember = `{"mask":[{"value":"x"}],"beside":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`;

  it.each(
    some([
      ["a million brackets", "mask", "[".repeat(2 * DEEP)],
      ["a million brackets in a member nobody knows", "mask", inMember],
      ["the same beside a job's list", "mask/async", inMember],
      ["15 million brackets in a job's item", "mask/async", `{"mask":[${"[".repeat(15_000_000)}`],
    ]),
  )("of %s", async (_name, path, body) => {
    const ask = async () => {
      const answer = await send(service, tokenOf("mask"), path, body);
      expect(answer.status).toBe(400);
    };
    expect(await probe.stretchOf(ask)).toBeLessThan(LONGEST_MS);
  });

  // As many members and elements as a body may have, nearly.
  const MANY = 48_000;
  const beside = (member: unknown) => ({ mask: [{ value: "x" }], member });
  const numbers = (count: number) => times(count, () => 1);
  const withNumbers = { value: "x", token_name: "Text Token", attributes: { all: numbers(8_000) } };

  it.each(
    some([
      ["lists in a member nobody knows", beside(times(MANY / 2, () => []))],
      [
        "names in a member nobody knows",
        beside(Object.fromEntries(times(MANY, (i) => [`name ${i}`, 1]))),
      ],
      [
        "numbers in documents",
        { mask: times(4, () => ({ value: numbers(MANY / 4), json: true })) },
      ],
      [
        "objects in documents",
        { mask: times(4, () => ({ value: times(MANY / 8, () => ({})), json: true })) },
      ],
      ["numbers in attributes", { mask: times(6, () => withNumbers) }],
    ]),
  )("of as many as there may be: %s", async (_name, body) => {
    const ask = async () => {
      const answer = await send(service, tokenOf("mask"), "mask", body);
      expect(`${answer.status} ${answer.body.error.code ?? ""}`).toBe("200 ");
    };
    expect(await probe.stretchOf(ask)).toBeLessThan(LONGEST_MS);
  });
});

describe("a policy", () => {
  const admin = (path: string, data: object) =>
    send(service, tokenOf("metadata_change"), `metadata/${path}`, { data });

  async function newPolicy(policy_name: string, entities: readonly object[]): Promise<void> {
    expect((await admin("policy/create", { policy_name })).status).toBe(200);
    for (const [i, entity] of entities.entries()) {
      const data = { policy_name, entity_name: `E${i}`, token_name: "Text Token", ...entity };
      expect((await admin("custom-entity/add-or-update", data)).status).toBe(200);
    }
  }

  it("with patterns that need a new state for each letter", async () => {
    const entities = Array.from({ length: 15 }, (_, i) => ({ pattern: `c${i}[ab]{24}a` }));
    await newPolicy("states", entities);
    const text = noise("ab", 32 * KIB) + filled("c1 c2 ", 1_000);
    const beside = { policy_name: "states" };
    expect(await probe.stretchOf(() => mask([{ value: text }], beside))).toBeLessThan(LONGEST_MS);
    const all = Array.from({ length: 15 }, () => ({ value: text.padEnd(64 * KIB) }));
    const refused = await send(service, tokenOf("mask"), "mask", { mask: all, ...beside });
    expect([refused.status, refused.body.error.code]).toEqual([413, "too_costly"]);
  });

  it.runIf(IS_LONG)(
    "with wrappers of its own, which are looked for in what comes of a text",
    async () => {
      await newPolicy("wrapped", []);
      const metadata = [{ entity_name: "IP_ADDRESS", format_prefix: "{ip ", format_suffix: "}" }];
      const data = { policy_name: "wrapped", metadata };
      expect((await admin("update-auto-detect", data)).status).toBe(200);
      const items = Array.from({ length: 12 }, () => ({
        value: filled("{ip 10.1.2.3 in a row { ip } of many words", 24 * KIB),
      }));
      const beside = { policy_name: "wrapped" };
      expect(await probe.stretchOf(() => mask(items, beside))).toBeLessThan(LONGEST_MS);
    },
  );

  it.runIf(IS_LONG)("with lists whose words begin alike", async () => {
    const words = Array.from({ length: 3_000 }, (_, i) => `${"a ".repeat(60)}x${i}`);
    await newPolicy("words", [{ words }, { words: ["b"], context_words: words }]);
    const items = [{ value: filled("a ") }, { value: filled("a b ") }];
    const beside = { policy_name: "words" };
    expect(await probe.stretchOf(() => mask(items, beside))).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("with a hundred patterns, when one is added", async () => {
    const entities = Array.from({ length: 40 }, (_, i) => ({ pattern: `N${i}-\\d{6,9}[A-Z]?` }));
    await newPolicy("many", entities);
    const last = { policy_name: "many", entity_name: "LAST", pattern: "Z\\d{9}" };
    const add = () => admin("custom-entity/add-or-update", { ...last, token_name: "Text Token" });
    expect(await probe.stretchOf(add)).toBeLessThan(LONGEST_MS);
    const beside = { policy_name: "many" };
    expect(await probe.stretchOf(() => mask([{ value: "N1-123456" }], beside))).toBeLessThan(
      LONGEST_MS,
    );
  });
});

describe("a job", () => {
  const run = async (kind: "mask" | "unmask", items: readonly object[]): Promise<void> => {
    const token = tokenOf(kind);
    const job = await untilEnded(service, token, await submit(service, token, kind, items));
    expect(job.status).toBe("SUCCESS");
  };

  it("of long texts", async () => {
    const items = ["(030) 123-4567 ", "1 2 3 ", "-"].map((unit) => ({ value: filled(unit) }));
    expect(await probe.stretchOf(() => run("mask", items))).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)("of values that have a dozen attributes each", async () => {
    const masked = () => run("mask", withAttributes(4_000));
    expect(await probe.stretchOf(masked)).toBeLessThan(LONGEST_MS);
  });

  it.runIf(IS_LONG)(
    "of items with many elements, read to its end as fast as it comes",
    async () => {
      const beside = Array.from({ length: 24_000 }, () => 0);
      const items = Array.from({ length: 300 }, () => ({
        value: "a",
        token_name: "Text Token",
        beside,
      }));
      expect(await probe.stretchOf(() => run("mask", items))).toBeLessThan(LONGEST_MS);
    },
  );

  it.runIf(IS_LONG)("of which a thousand are asked for in one request", async () => {
    const token = tokenOf("mask");
    const items = [{ value: "a", token_name: "Text Token" }];
    const jobs = await Promise.all(times(900, () => submit(service, token, "mask", items)));
    for (const job of jobs) await untilEnded(service, token, job);
    const strangers = times(999, () => crypto.randomUUID());
    for (const ids of [jobs, times(1_000, () => jobs[0]), [jobs[0], ...strangers]]) {
      const status = ids.map((tracking_id) => ({ tracking_id }));
      const ask = () => send(service, token, "async-status", { status });
      expect(await probe.stretchOf(ask)).toBeLessThan(LONGEST_MS);
    }
  });
});
