// The parts of a Registry object: the stores over its tables, and what works with them.

import type { RawEnv } from "../platform/objects.ts";
import { Folding } from "./folding.ts";
import { Handover } from "./handover.ts";
import { KeyRotation } from "./key-rotation.ts";
import { Ledger } from "./ledger.ts";
import { NamespaceEraser } from "./namespace-eraser.ts";
import { OperatorList } from "./operator-list.ts";
import { openBase } from "./registry-base.ts";
import { Takeover } from "./takeover.ts";
import { Watch } from "./watch.ts";

/** What a Registry object is made of. */
export type RegistryParts = ReturnType<typeof openParts>;

/** The parts of one object. */
export function openParts(state: DurableObjectState, env: RawEnv) {
  const base = openBase(state, env);
  const handover = new Handover(base);
  const ledger = new Ledger(base);
  const watch = new Watch({ ...base, handover });
  const arm = () => watch.arm();
  const eraser = new NamespaceEraser({ ...base, ledger, handover, arm });
  const takeover = new Takeover({ ...base, handover, arm });
  const folding = new Folding({ ...base, takeover });
  const operatorList = new OperatorList(base);
  const rotation = new KeyRotation({ ...base, arm });
  return { ...base, handover, takeover, folding, ledger, watch, eraser, operatorList, rotation };
}
