// The list of operators' credentials, which the first Registry keeps: whoever is not on it is no operator.
import type { ListedOperator, Operator } from "../core/operators.ts";
import { isoDate } from "../core/time.ts";
import { RegistryPart } from "./registry-base.ts";
import type { OperatorListRpc } from "./rpc.ts";

/** Answers as OperatorListRpc says. */
export class OperatorList extends RegistryPart implements OperatorListRpc {
  /** Writes one row. Those that have run out go, so that the list stays short. */
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
