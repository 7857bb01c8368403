// Rows of several keys, opened key by key, come back in the order in which they were asked for.
import { expect, it } from "vitest";
import { fromUtf8Slices, utf8 } from "../../../src/crypto/encoding.ts";
import { SIV_KEY_BYTES, Siv } from "../../../src/crypto/siv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import type { Keyring } from "../../../src/vault/keys/keyring.ts";
import { openRows } from "../../../src/vault/mappings/open-rows.ts";

const CONTEXT = new Uint8Array([1]);

it("opens rows of several days and versions in their order", async () => {
  const names = ["1.1", "1.2", "2.1"];
  const keys = new Map(
    await Promise.all(
      names.map(async (name) => {
        const key = new Siv(systemRandom(SIV_KEY_BYTES));
        return [name, key] as const;
      }),
    ),
  );
  const keyOf = (day: number, version: number) => keys.get(`${day}.${version}`) ?? null;
  const keyring = { dayKey: async (...of: [number, number]) => keyOf(...of) } as Keyring;
  const rowOf = async (day: number, keyVersion: number, text: string) => {
    const bytes = utf8(text);
    const sealed = await keyOf(day, keyVersion)?.seal(
      { bytes, starts: [0, bytes.length] },
      () => CONTEXT,
    );
    return { day, keyVersion, sealed: (sealed?.bytes ?? bytes).slice().buffer };
  };
  type Row = Awaited<ReturnType<typeof rowOf>>;
  const places = { dayOf: ({ day }: Row) => day, contextOf: (_: Row) => CONTEXT };
  const rows = [
    await rowOf(2, 1, "a"),
    await rowOf(1, 1, "bcd"),
    await rowOf(1, 2, ""),
    await rowOf(1, 1, "ef"),
    await rowOf(2, 1, "gé"),
  ];
  const opened = await openRows(keyring, rows, places);
  expect(opened && fromUtf8Slices(opened)).toEqual(["a", "bcd", "", "ef", "gé"]);
  expect(await openRows(keyring, [{ ...(await rowOf(1, 1, "x")), day: 3 }], places)).toBeNull();
  const none = await openRows(keyring, [], places);
  expect(none && fromUtf8Slices(none)).toEqual([]);
});
