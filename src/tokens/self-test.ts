// Known answers of the token cipher: from a wrong one every token of the namespace would be lost, or given to two
// values. core/self-test.ts says where the custom comes from.
import type { KnownAnswer } from "../core/self-test.ts";
import { tokenCipher } from "./cipher.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "./kinds.ts";
import { freeFormOf, readIds } from "./makers.ts";

/** A key, and what becomes of ids under it. Of test/tokens/vectors.json: our own, frozen. */
export const TOKEN_VECTORS = {
  key: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  ids: [
    { id: 1, halves: [9993198660, 908588848870] },
    { id: 4294967296, halves: [1075770865342, 178681230002] },
    { id: 1099511627775, halves: [1054452665678, 225633201959] },
  ],
  spelt: { id: 7920, value: "Jane Doe", token: "5BQmyNH 6KnMpnj" },
};

/** Known answers of this room; tests pass wrong ones. */
export function tokenAnswers({ key, ids, spelt } = TOKEN_VECTORS): readonly KnownAnswer[] {
  const cipherOfKey = () => tokenCipher(Uint8Array.from(key));
  return [
    {
      name: "token cipher",
      comesOut: async () => {
        const cipher = cipherOfKey();
        return ids.every(({ id, halves }) => {
          const [high, low] = cipher.encipher(id);
          return high === halves[0] && low === halves[1] && cipher.decipher(high, low) === id;
        });
      },
    },
    {
      name: "token spelling",
      comesOut: async () => {
        const { id, value, token } = spelt;
        const cipher = cipherOfKey();
        const kind = kindOf(DEFAULT_POLICY, TOKEN.text, FORMAT.default);
        const made = freeFormOf(kind, value, true).token(cipher, id, value);
        return made === token && readIds(cipher, token)[0] === id;
      },
    },
  ];
}
