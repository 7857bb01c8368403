// The work compared with peers: masking new values, masking known values, and unmasking, in batches and one
// by one; and searching texts.

import { type Namespace, newLists, newValue } from "../bench/callers.ts";
import { type Call, Client } from "../bench/client.ts";
import { batchRate } from "../bench/measure.ts";
import { newText } from "../bench/measures/detection.ts";
import { ciphertextsIn, type OpenBao, plaintextsIn, type TransitKey } from "./openbao.ts";
import type { Presidio } from "./presidio.ts";

/** One part of a run; returns its rate in values or texts per second. */
type Part = () => Promise<number>;

/** A row of the table. */
export interface Row {
  readonly what: string;
  readonly peer: string;
  prepare(): Promise<{ readonly ours: Part; readonly peers: Part }>;
}

/** The participants: our namespace, and the available peers. */
export interface Field {
  readonly ours: { readonly client: Client; readonly namespace: Namespace };
  readonly bao: OpenBao | null;
  readonly presidio: Presidio | null;
  /** Requests of 1,000 values per part. */
  readonly requests: number;
  /** Milliseconds of single requests per part. */
  readonly loadMs: number;
}

/** Texts per part: Presidio searches some twenty per second. */
const TEXTS = 20;
const CONNECTIONS = 16;

/** All rows that the available peers allow. */
export function rowsOf(field: Field): Row[] {
  const { bao, presidio } = field;
  const rows: Row[] = [];
  if (bao !== null) {
    for (const key of ["convergent", "random"] as const) rows.push(...transitRows(field, bao, key));
    rows.push(...keyValueRows(field, bao));
  }
  if (presidio !== null) rows.push(textRow(field, presidio));
  return rows;
}

function transitRows(field: Field, bao: OpenBao, key: TransitKey): Row[] {
  const { client, namespace } = field.ours;
  const theirs = new Client(bao.port, CONNECTIONS);
  const mask = (list: readonly string[]): Pair => ({
    ours: namespace.mask(list),
    peers: bao.encrypt(key, list),
  });
  const known = async (list: readonly string[]) => {
    const calls = mask(list);
    const tokens = namespace.tokensIn(await client.send(calls.ours));
    return { calls, tokens, ciphertexts: ciphertextsIn(await theirs.send(calls.peers)) };
  };
  const again = async (list: readonly string[]) => (await known(list)).calls;
  /** The requests that restore a list's values, after their answers were checked. */
  const back = async (list: readonly string[]): Promise<Pair> => {
    const { tokens, ciphertexts } = await known(list);
    const [ours, peers] = [namespace.unmask(tokens), bao.decrypt(key, ciphertexts)];
    mustBe(list, namespace.valuesIn(await client.send(ours)));
    mustBe(list, plaintextsIn(await theirs.send(peers)));
    return { ours, peers };
  };
  const lists = () => newLists(field.requests);
  const batches = (make: () => readonly Pair[]) => ({
    ours: () => batchRate(client, pick(make(), "ours")),
    peers: () => batchRate(theirs, pick(make(), "peers")),
  });
  const single = (make: () => Pair) => ({
    ours: () => singleRate(field, client, () => make().ours),
    peers: () => singleRate(field, theirs, () => make().peers),
  });
  const same =
    <T>(value: T) =>
    () =>
      value;
  const one = () => [newValue()];
  const plans: Record<string, Row["prepare"]> = {
    "1,000 new values a request": async () => batches(() => lists().map(mask)),
    "1,000 known values a request": async () =>
      batches(same(await Promise.all(lists().map(again)))),
    "1,000 values turned back a request": async () =>
      batches(same(await Promise.all(lists().map(back)))),
    "one new value, 16 connections": async () => single(() => mask(one())),
    "one known value, 16 connections": async () => single(same(await again(one()))),
    "one value turned back, 16 connections": async () => single(same(await back(one()))),
  };
  const peer = `transit, ${key}`;
  return Object.entries(plans).map(([what, prepare]) => ({ what, peer, prepare }));
}

/** The same request for us and for a peer. */
interface Pair {
  readonly ours: Call;
  readonly peers: Call;
}

function pick(pairs: readonly Pair[], whose: keyof Pair): Call[] {
  return pairs.map((pair) => pair[whose]);
}

/** The key-value engine takes only one value per request. */
function keyValueRows(field: Field, bao: OpenBao): Row[] {
  const { client, namespace } = field.ours;
  const theirs = new Client(bao.port, CONNECTIONS);
  const row = (what: string, prepare: Row["prepare"]): Row => ({
    what,
    peer: "key-value",
    prepare,
  });
  let names = 0;
  return [
    row("one new value, 16 connections", async () => ({
      ours: () => singleRate(field, client, () => namespace.mask([newValue()])),
      peers: () => singleRate(field, theirs, () => bao.store(`name-${++names}`, newValue())),
    })),
    row("one value turned back, 16 connections", async () => {
      const value = newValue();
      await theirs.send(bao.store("kept", value));
      const kept = JSON.parse(await theirs.send(bao.read("kept"))) as { data: { value: string } };
      mustBe([value], [kept.data.value]);
      const tokens = namespace.tokensIn(await client.send(namespace.mask([value])));
      const [ours, peers] = [namespace.unmask(tokens), bao.read("kept")];
      return {
        ours: () => singleRate(field, client, () => ours),
        peers: () => singleRate(field, theirs, () => peers),
      };
    }),
  ];
}

function textRow({ ours, loadMs }: Field, presidio: Presidio): Row {
  const { client, namespace } = ours;
  const texts = (count: number) => Array.from({ length: count }, newText);
  return {
    what: "texts of 1 KiB searched and masked",
    peer: `Presidio (${presidio.model}), which only finds`,
    prepare: async () => ({
      ours: async () => {
        const make = () => namespace.maskTexts(texts(TEXTS));
        // One request at a time, because the peer is one process.
        const { perSecond } = await client.sendFor(loadMs, make, 1);
        return perSecond * TEXTS;
      },
      peers: async () => TEXTS / (await presidio.analyze(texts(TEXTS))).seconds,
    }),
  };
}

async function singleRate(field: Field, client: Client, make: () => Call): Promise<number> {
  return (await client.sendFor(field.loadMs, make, CONNECTIONS)).perSecond;
}

function mustBe(expected: readonly string[], values: readonly string[]): void {
  if (expected.join() !== values.join()) throw new Error("other values came back");
}
