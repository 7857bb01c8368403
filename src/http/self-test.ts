// A known answer of the check of namespace tokens: one that took every signature for good would let everybody in.
// platform/self-test.ts says where the custom comes from.
import type { KnownAnswer } from "../core/known-answer.ts";
import { verifyClaims } from "./namespace-token.ts";

/** A token, the secret it is signed with (HS256, RFC 7515 appendix A.1), and who it is of. Signed by OpenSSL. */
export const SIGNED_VECTOR = {
  secret: "47b7b51b391fe0b65e7d7b95e9795fb8155546b8911c415c2a4f3f8c52c8989b",
  token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuaWQiOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmJjY2RkZWVmZiIs" +
    "Imp1ciI6bnVsbCwianRpIjoic2VsZi10ZXN0Iiwic3ViIjoic2VsZi10ZXN0IiwicGVybWlzc2lvbnMiOlsibWFzayJdLC" +
    "JzdGFydF9kYXRlIjoiMjAyNi0wMS0wMSIsImVuZF9kYXRlIjoiMjAyNi0xMi0zMSJ9.SSEfy0vLQl_cD-pwAvuCZoeuk2s" +
    "JKZlhH9TtAUOmO1E",
  tokenId: "self-test",
};

/** The known answer of this room; tests pass wrong ones. */
export function signatureAnswers(vector = SIGNED_VECTOR): readonly KnownAnswer[] {
  const { secret, token, tokenId } = vector;
  return [
    {
      name: "HS256",
      comesOut: async () => {
        const claims = await verifyClaims(token, secret);
        // A letter inside: the last one of a signature carries two bits that do not count.
        const at = token.lastIndexOf(".") + 1;
        const forged = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        return claims?.tokenId === tokenId && (await verifyClaims(forged, secret)) === null;
      },
    },
  ];
}
