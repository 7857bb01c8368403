// The list of operators' credentials, kept by the first Registry: a credential that is not on it is refused.
import type { ListedOperator, Operator } from "../core/permissions.ts";
import { isoDate } from "../core/time.ts";
import { RegistryPart } from "./registry-base.ts";
import type { OperatorListRpc } from "./rpc.ts";

/** Implements OperatorListRpc. */
export class OperatorList extends RegistryPart implements OperatorListRpc {
  /** Writes one row. Deletes expired operators, so that the list stays short. */
  async addOperator(operator: Operator): Promise<void> {
    const { tables, operators, clock } = this.parts;
    await tables.make();
    operators.removeBefore(isoDate(clock()));
    operators.add({ ...operator, created: clock() });
  }

  async listOperators(): Promise<ListedOperator[]> {
    return this.parts.tables.areThere ? this.parts.operators.list() : [];
  }

  async hasOperator(id: string): Promise<boolean> {
    return this.parts.tables.areThere && this.parts.operators.has(id);
  }

  async removeOperator(id: string): Promise<boolean> {
    const wasThere = await this.hasOperator(id);
    if (wasThere) this.parts.operators.remove(id);
    return wasThere;
  }
}
