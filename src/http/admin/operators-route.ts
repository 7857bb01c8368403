// super-admin/operators: credentials with a part of the master key's rights; only the master key makes and revokes them.
import { Hono } from "hono";
import { operatorRequest, revokeOperatorRequest } from "../../contract/admin.ts";
import type { OperatorRecord } from "../../contract/responses/admin.ts";
import { randomId } from "../../core/ids.ts";
import {
  DEFAULT_OPERATOR_DAYS,
  MAX_OPERATOR_DAYS,
  OPERATOR_SCOPES,
  type Operator,
} from "../../core/permissions.ts";
import { DAY_MS, isoDate, wireTimestamp } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import { systemRandom } from "../../platform/random.ts";
import { readData } from "../body.ts";
import { askFirstRegistry } from "../call.ts";
import { type HttpEnv, Refusal, respond } from "../handler.ts";
import { masterKeyOnly } from "../operator.ts";
import { signOperator } from "../operator-credential.ts";

/** Sub-app of operators' credentials. */
export const operatorRoutes = new Hono<HttpEnv>()
  .put("/create", masterKeyOnly(), async (c) => {
    const { name, scopes, end_date } = await readData(c, operatorRequest);
    const operator: Operator = {
      id: randomId(systemRandom),
      name,
      scopes: OPERATOR_SCOPES.filter((scope) => scopes.includes(scope)),
      endDate: lastDay(end_date ?? null),
    };
    const auth_token = await signOperator(operator, c.get("config").tokenSecrets);
    await askFirstRegistry(c, (first) => first.addOperator(operator));
    return respond(c, { ...recordOf(operator), auth_token });
  })
  .get("/list", masterKeyOnly(), async (c) => {
    const list = await askFirstRegistry(c, (first) => first.listOperators());
    const records = list.map((operator) => ({
      ...recordOf(operator),
      created: wireTimestamp(operator.created),
    }));
    return respond(c, records);
  })
  .put("/deactivate", masterKeyOnly(), async (c) => {
    const { operator_id } = await readData(c, revokeOperatorRequest);
    const isRemoved = await askFirstRegistry(c, (first) => first.removeOperator(operator_id));
    if (!isRemoved) throw new Refusal({ code: "token_unknown" });
    return respond(c, { message: "Operator deactivated." });
  });

/** The last day of a credential. Refuses a past one, and one too far in the future. */
function lastDay(end: string | null): string {
  const now = systemClock();
  const inDays = (days: number) => isoDate(now + days * DAY_MS);
  if (end === null) return inDays(DEFAULT_OPERATOR_DAYS);
  if (end < inDays(0) || end > inDays(MAX_OPERATOR_DAYS)) {
    throw new Refusal({ code: "invalid_field", detail: "end_date" });
  }
  return end;
}

function recordOf({ id, name, scopes, endDate }: Operator): OperatorRecord {
  return { operator_id: id, name, scopes: [...scopes], end_date: endDate };
}
