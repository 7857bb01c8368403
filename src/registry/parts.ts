// The parts of a Registry object: the stores of its tables, and the classes that use them.

import type { RawEnv } from "../platform/objects.ts";
import { Handover } from "./handover.ts";
import { KeyRotation } from "./key-rotation.ts";
import { Ledger, LedgerFolder } from "./ledger.ts";
import { NamespaceEraser } from "./namespace-eraser.ts";
import { OperatorList } from "./operator-list.ts";
import { openBase } from "./registry-base.ts";
import { Takeover } from "./takeover.ts";
import { Watch } from "./watch.ts";

/** All parts of a Registry object. */
export type RegistryParts = ReturnType<typeof openParts>;

/** Wire the parts of one object. */
export function openParts(state: DurableObjectState, env: RawEnv) {
  const base = openBase(state, env);
  const handover = new Handover(base);
  const ledger = new Ledger(base);
  const watch = new Watch({ ...base, handover });
  const arm = () => watch.arm();
  const eraser = new NamespaceEraser({ ...base, ledger, handover, arm });
  const takeover = new Takeover({ ...base, handover, arm });
  const folding = new LedgerFolder({ ...base, takeover });
  const operatorList = new OperatorList(base);
  const rotation = new KeyRotation({ ...base, arm });
  return { ...base, handover, takeover, folding, ledger, watch, eraser, operatorList, rotation };
}
