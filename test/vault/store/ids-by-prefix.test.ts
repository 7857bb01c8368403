// Ids under the first bits of random digests, against a Map.
import { expect, it } from "vitest";
import { IdsByPrefix } from "../../../src/vault/store/ids-by-prefix.ts";

const random = (count: number) => [...crypto.getRandomValues(new Uint32Array(count))];

/** Everything in it, in slices of so many. */
function slices(ids: IdsByPrefix, count: number): number[] {
  const all: number[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const slice: ReturnType<IdsByPrefix["slice"]> = ids.slice(from, count);
    all.push(...slice.ids);
    from = slice.next;
  }
  return all;
}

it("finds every id under its prefix, and no other, however many there are", () => {
  const ids = new IdsByPrefix();
  const model = new Map<number, number[]>();
  // The ends wrap around; some prefixes come again.
  const prefixes = [0, 0xff_ff_ff_ff, ...random(5_000), 0xff_ff_ff_ff, 0xff_ff_ff_fe, 0, 1];
  prefixes.push(...prefixes.slice(0, 700));
  prefixes.forEach((prefix, i) => {
    ids.add(prefix, 10 ** 12 - i);
    model.set(prefix, [...(model.get(prefix) ?? []), 10 ** 12 - i]);
  });
  expect(ids.size).toBe(prefixes.length);
  expect([ids.lowest, ids.highest]).toEqual([10 ** 12 - prefixes.length + 1, 10 ** 12]);
  for (const prefix of [...prefixes, ...random(1_000)]) {
    const found: number[] = [];
    ids.addTo(found, prefix);
    expect(found.sort()).toEqual((model.get(prefix) ?? []).sort());
  }
});

it("gives them out once each, slice by slice, in the order of their prefixes but for neighbours", () => {
  const ids = new IdsByPrefix();
  const prefixes = random(3_000);
  prefixes.forEach((prefix, i) => {
    ids.add(prefix, i + 1);
  });
  const all = slices(ids, 70);
  expect(all.toSorted((a, b) => a - b)).toEqual(prefixes.map((_, i) => i + 1));
  const inOrder = prefixes.toSorted((a, b) => a - b);
  const far = all.filter((id, at) => {
    return Math.abs(inOrder.indexOf(prefixes[id - 1] as number) - at) > 50;
  });
  expect(far).toEqual([]);
});

it("has no lowest and no slice when it is empty", () => {
  const ids = new IdsByPrefix();
  expect([ids.size, ids.lowest, ids.highest, ids.slice(0, 10)]).toEqual([
    0,
    null,
    0,
    { ids: [], next: null },
  ]);
});
