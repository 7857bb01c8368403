// GET super-admin/ledger: the whole ledger in pages, as needed to check its chains.
import { describe, expect, it } from "vitest";
import { canonicalText, NO_HASH } from "../../../src/erasure/ledger-entry.ts";
import type { RegistryRpc } from "../../../src/registry/rpc.ts";
import { erase } from "../../support/erasure.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { call, MASTER_KEY, PATHS } from "../../support/requests.ts";
import { bindings } from "../../support/vault/fresh-registry.ts";

interface ExportedEntry {
  readonly nid: string;
  readonly position: number;
  readonly hash: string;
  readonly entry: string;
}

const registry = bindings.REGISTRY.getByName("registry") as unknown as RegistryRpc;

async function page(query: Record<string, string>) {
  const path = `${PATHS.ledger}?${new URLSearchParams(query)}`;
  const answer = await call<ExportedEntry[]>("GET", path, { token: MASTER_KEY });
  return answer as typeof answer & { next_page_token?: string | null };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Add so many entries, too young to be folded, to the ledger of a namespace that is no more. */
async function append(nid: string, count: number): Promise<void> {
  const at = Date.now();
  for (let i = 0; i < count; i++) {
    const facts = { trackingId: `job ${i}`, phase: "accepted", target: "age", at } as const;
    await registry.appendLedger(nid, { ...facts, watermark: null, cutoff: null, details: "{}" });
  }
}

describe("the export of the ledger", () => {
  it("gives a namespace's entries with texts that have their hashes, each with the one before", async () => {
    const { name, tokens } = await newNamespace({ admin: ["metadata_change"] });
    await erase(tokens.admin);
    const { data, next_page_token } = await page({ namespace: name });
    expect(next_page_token).toBeNull();
    const entries = data ?? [];
    expect(entries.map(({ position }) => position)).toEqual([1, 2]);
    let before = NO_HASH;
    for (const { entry, hash, nid, position } of entries) {
      expect(await sha256(entry)).toBe(hash);
      expect(JSON.parse(entry).slice(1, 4)).toEqual([nid, position, before]);
      before = hash;
    }
  });

  it("gives all namespaces, page by page, each entry once", async () => {
    const nids = ["a", "b", "c"].map((letter) => `ff${letter.repeat(30)}`);
    await Promise.all(nids.map((nid) => append(nid, 150)));
    const entries: ExportedEntry[] = [];
    let pages = 0;
    // The files of tests before this one have left thousands of entries, most of them before this place.
    const begin = `ff${"0".repeat(30)}-0`;
    for (let next: string | null | undefined = begin; typeof next === "string"; pages++) {
      const answer: Awaited<ReturnType<typeof page>> = await page({ next_page_token: next });
      expect(answer.data?.length).toBeLessThanOrEqual(200);
      entries.push(...(answer.data ?? []));
      next = answer.next_page_token;
    }
    expect(pages).toBeGreaterThan(2);
    for (const nid of nids) {
      const positions = entries.filter((entry) => entry.nid === nid).map((entry) => entry.position);
      expect(positions).toEqual(Array.from({ length: 150 }, (_, i) => i + 1));
    }
    const [stored] = await registry.ledgerSince(nids[1] ?? "", 149, 1);
    const last = entries.findLast(({ nid }) => nid === nids[1]);
    expect(last?.entry).toBe(stored && canonicalText(nids[1] ?? "", stored));
    // Without a place it begins with the first of all.
    const [first] = (await page({})).data ?? [];
    expect((first?.nid ?? "g") <= (entries[0]?.nid ?? "")).toBe(true);
  });

  it.each([
    [{ namespace: "nobody has this name" }, 404, "namespace_unknown"],
    [{ next_page_token: "x" }, 400, "invalid_field"],
    [{ next_page_token: `${"0".repeat(32)}--1` }, 400, "invalid_field"],
  ])("refuses %o", async (query, status, code) => {
    const answer = await page(query as Record<string, string>);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
  });
});
