// Credentials of operators: JWTs (RFC 7519) signed like namespace tokens but for another audience, so that neither passes
// for the other.
import { OPERATOR_SCOPES, type Operator } from "../core/permissions.ts";
import { readSigned, signClaims, type TokenSecrets } from "./namespace-token.ts";

const AUDIENCE = "operator";

/** A credential's content. */
interface SignedOperator extends Operator {
  /**
   * The credential counts as listed until then (milliseconds since 1970): `serve` vouches for it where there are several
   * cells, of which only the first has the list (scripts/run/cells/directory.ts). 0: nobody vouches.
   */
  readonly vouchedUntil: number;
}

/** The text of a credential. */
export function signOperator(operator: Operator, secrets: TokenSecrets): Promise<string> {
  const { id, name, scopes, endDate } = operator;
  const payload = { aud: AUDIENCE, jti: id, name, scopes: [...scopes], end_date: endDate };
  return signClaims(payload, secrets);
}

/** The content of a credential with a valid signature, else null. Its date and the list are not checked here. */
export async function readOperator(
  text: string,
  secrets: TokenSecrets,
): Promise<SignedOperator | null> {
  const payload = (await readSigned(text, secrets))?.payload;
  if (payload?.["aud"] !== AUDIENCE) return null;
  const { jti, name, scopes, end_date, vouched_until } = payload;
  if (typeof jti !== "string" || typeof name !== "string" || typeof end_date !== "string")
    return null;
  const given: readonly unknown[] = Array.isArray(scopes) ? scopes : [];
  return {
    ...{ id: jti, name, endDate: end_date },
    scopes: OPERATOR_SCOPES.filter((scope) => given.includes(scope)),
    vouchedUntil: typeof vouched_until === "number" ? vouched_until : 0,
  };
}
