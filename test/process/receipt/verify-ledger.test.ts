// `npm run verify-ledger`: a valid ledger is reported as such, and each fault is reported with its place.

import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CompactSign } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { checkpointText } from "../../../src/erasure/checkpoint.ts";
import { canonicalText, type LedgerEntry, NO_HASH } from "../../../src/erasure/ledger-entry.ts";
import { receiptText } from "../../../src/erasure/receipt.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

type Exported = { nid: string; position: number; hash: string; entry: string };
type Folded = Omit<Exported, "entry"> & { checkpoint: string };

const DETAILS = JSON.stringify({ accepted: 1, effective: 2, mappings: 3, destroyedKeys: [] });

/** A chain of so many entries as the service makes it. */
function chainOf(nid: string, length: number): LedgerEntry[] {
  const chain: LedgerEntry[] = [];
  for (let position = 1; position <= length; position++) {
    const unhashed = {
      ...({
        trackingId: `job-${position}`,
        phase: "finished",
        target: "age",
        at: position,
      } as const),
      ...{ watermark: 7, cutoff: 9, details: DETAILS },
      ...{ position, previousHash: chain.at(-1)?.hash ?? NO_HASH },
    };
    const hash = createHash("sha256").update(canonicalText(nid, unhashed)).digest("hex");
    chain.push({ ...unhashed, hash });
  }
  return chain;
}

const exported = (nid: string, chain: readonly LedgerEntry[]): Exported[] =>
  chain.map((entry) => ({
    nid,
    ...{ position: entry.position, hash: entry.hash, entry: canonicalText(nid, entry) },
  }));

function file(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Entries as pages of two. */
function pagesOf(entries: readonly (Exported | Folded)[], lastToken: string | null = null): string {
  const pages: string[] = [];
  for (let at = 0; at === 0 || at < entries.length; at += 2) {
    const next_page_token = at + 2 < entries.length ? "more" : lastToken;
    pages.push(JSON.stringify({ data: entries.slice(at, at + 2), success: true, next_page_token }));
  }
  return `${pages.join("\n")}\n`;
}

const run = (...args: string[]) => runHere("verify/ledger.ts", args);

const A = exported("a", chainOf("a", 5));
const B = exported("b", chainOf("b", 2));
const changed = (position: number, change: (entry: Exported) => Partial<Exported>) =>
  A.map((entry) => (entry.position === position ? { ...entry, ...change(entry) } : entry));

describe("a ledger that holds", () => {
  it("is told with the head of each chain, and what that does not show", async () => {
    const { code, out, err } = await run(file("ledger", pagesOf([...A, ...B])));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("2 chains without a gap");
    expect(out).toContain(A[4]?.hash);
    expect(out).toContain("cut off it cannot show");
  });

  it("with receipts that stand in it, and all of an earlier export", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const jwk = { ...createPublicKey(privateKey).export({ format: "jwk" }), kid: "k1" };
    const jwks = file("jwks", JSON.stringify({ keys: [jwk] }));
    const receipt = async (nid: string, entry: LedgerEntry) => {
      const header = { alg: "EdDSA", typ: "erasure-receipt+jws", kid: "k1" };
      const text = new TextEncoder().encode(receiptText(nid, entry, 0));
      return file(
        "receipt",
        await new CompactSign(text).setProtectedHeader(header).sign(privateKey),
      );
    };
    const [, second] = chainOf("a", 2) as [LedgerEntry, LedgerEntry];
    const ledger = file("ledger", pagesOf([...A, ...B]));
    const good = ["--receipt", await receipt("a", second), "--jwks", jwks];
    const earlier = ["--earlier", file("old", pagesOf(A.slice(0, 3)))];
    const { code, out } = await run(ledger, ...good, ...earlier);
    expect(code).toBe(0);
    expect(out).toContain("1 receipt valid, each in its place");
    expect(out).toContain("All entries of the earlier export are there");
    const [, strange] = chainOf("c", 2) as [LedgerEntry, LedgerEntry];
    const other = await run(ledger, "--receipt", await receipt("c", strange), "--jwks", jwks);
    expect(other).toMatchObject({ code: 1, out: "" });
    expect(other.err).toContain("entry 2 of namespace c is not in the ledger");
    const cut = await run(file("ledger", pagesOf(A.slice(0, 2))), ...earlier);
    expect(cut.code).toBe(1);
    expect(cut.err).toContain("entry 3 of the earlier export is not there");
  });
});

describe("a ledger whose old entries are folded", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const jwk = { ...createPublicKey(privateKey).export({ format: "jwk" }), kid: "k1" };
  const signed = (text: string, typ: string) =>
    new CompactSign(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: "EdDSA", typ, kid: "k1" })
      .sign(privateKey);
  const chain = chainOf("a", 5);
  const fold = { position: 3, hash: A[2]?.hash ?? "", before: 0, searches: 0 };
  const dates = { audit: null, watermark: null, cutoff: null };

  /** The first three entries of a as one. */
  async function folded(statement = fold, typ = "ledger-checkpoint+jws"): Promise<Folded> {
    const checkpoint = await signed(checkpointText("a", { ...statement, ...dates }), typ);
    return { nid: "a", position: 3, hash: fold.hash, checkpoint };
  }
  const jwks = () => ["--jwks", file("jwks", JSON.stringify({ keys: [jwk] }))];
  const receipt = async (entry?: LedgerEntry) =>
    file("receipt", await signed(receiptText("a", entry as LedgerEntry, 0), "erasure-receipt+jws"));

  it("is checked from its checkpoint on, and what cannot be seen is told", async () => {
    const ledger = file("ledger", pagesOf([await folded(), ...A.slice(3), ...B]));
    const alone = await run(ledger);
    expect(alone).toMatchObject({ code: 0, err: "" });
    expect(alone.out).toContain(`2  ${A[4]?.hash}, behind 3 folded ones`);
    expect(alone.out).toContain("3 entries older than a year cannot be seen");
    expect(alone.out).toContain("signature was not checked");
    const [, second, third, , fifth] = chain;
    const old = ["--earlier", file("old", pagesOf(A.slice(0, 3)))];
    const receipts = [second, third, fifth].map(async (one) => ["--receipt", await receipt(one)]);
    const all = await run(ledger, ...jwks(), ...old, ...(await Promise.all(receipts)).flat());
    expect(all).toMatchObject({ code: 0, err: "" });
    expect(all.out).toContain("its signature fits");
    expect(all.out).toContain("2 receipts valid, each in its place");
    expect(all.out).toContain("1 receipt valid by its signature; the entry is folded");
    expect(all.out).toContain("All entries of the earlier export are there.");
    const older = await run(ledger, "--earlier", file("older", pagesOf(A.slice(0, 2))));
    expect(older.out).toContain("but for 1 chain whose end in it is folded by now");
    const ahead = await run(ledger, "--earlier", file("ahead", pagesOf([...B, ...A])));
    expect(ahead.code).toBe(0);
  });

  it("is refused when the checkpoint does not fit, is another one's, or no checkpoint", async () => {
    const good = await folded();
    const wrong: [string, (Exported | Folded)[], string][] = [
      [
        "hash",
        [{ ...good, hash: A[1]?.hash ?? "" }, ...A.slice(3)],
        "the hash of the entry before",
      ],
      ["gap", [good, ...A.slice(4)], "entry 4 is missing"],
      ["place", [...A.slice(0, 3), good, ...A.slice(3)], "a checkpoint behind others"],
      ["count", [await folded({ ...fold, position: 2 }), ...A.slice(3)], "does not fit its place"],
      ["type", [await folded(fold, "erasure-receipt+jws"), ...A.slice(3)], "Its type is"],
      [
        "signature",
        [{ ...good, checkpoint: good.checkpoint.replace(/.{8}$/, "AAAAAAAA") }, ...A.slice(3)],
        "The signature does not fit",
      ],
    ];
    for (const [what, entries, reason] of wrong) {
      const { code, err } = await run(file("ledger", pagesOf(entries)), ...jwks());
      expect(code, what).toBe(1);
      expect(err, what).toContain(reason);
    }
  });
});

describe("a ledger that does not hold", () => {
  it.each<[string, string, string]>([
    ["with a gap", pagesOf(A.filter(({ position }) => position !== 3)), "entry 3 is missing"],
    ["without its first entry", pagesOf(A.slice(1)), "entry 1 is missing"],
    ["with an entry twice", pagesOf([...A.slice(0, 2), ...A.slice(1)]), "out of its order"],
    [
      "with a changed text",
      pagesOf(changed(2, ({ entry }) => ({ entry: entry.replace("mappings", "mapping") }))),
      "entry 2: its hash is not that of its text",
    ],
    [
      "with a text and hash of its own",
      pagesOf(
        changed(2, ({ entry }) => {
          const other = entry.replace("job-2", "job-x");
          return { entry: other, hash: createHash("sha256").update(other).digest("hex") };
        }),
      ),
      "entry 3: it does not name the hash of the entry before it",
    ],
    [
      "with another namespace's entry",
      pagesOf(B.map((entry) => ({ ...entry, nid: "a" }))),
      "a place that is not its own",
    ],
    ["without its last page", pagesOf(A, "more"), "The last page is missing"],
    ["that is none", "no\n", "Line 1 is no page of the ledger"],
    ["that is empty", "", "It is empty"],
  ])("%s is refused with the place", async (_, content, reason) => {
    const { code, out, err } = await run(file("ledger", content));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(reason);
  });

  it("and a wrong command line are told apart", async () => {
    expect((await run()).code).toBe(64);
    expect((await run("nowhere")).code).toBe(64);
    expect((await run("x", "--receipt", "y")).code).toBe(64);
    expect((await run("--help")).out).toContain("Exit codes: 0");
  });
});
