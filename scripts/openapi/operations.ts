// Every operation of the service, in the document's order.
import type { Operation } from "./operation.ts";
import { agentOperations } from "./operations/agents.ts";
import { auditOperations } from "./operations/audit.ts";
import { erasureOperations } from "./operations/erasure.ts";
import { gatewayOperations } from "./operations/gateway.ts";
import { jobOperations } from "./operations/jobs.ts";
import { maskingOperations } from "./operations/masking.ts";
import { nameOperations } from "./operations/names.ts";
import { namespaceOperations, operatorOperations, tokenOperations } from "./operations/operator.ts";
import { policyOperations } from "./operations/policies.ts";
import { serviceOperations } from "./operations/service.ts";

/** All operations. */
export const OPERATIONS: readonly Operation[] = [
  ...maskingOperations,
  ...jobOperations,
  ...nameOperations,
  ...policyOperations,
  ...erasureOperations,
  ...auditOperations,
  ...tokenOperations,
  ...operatorOperations,
  ...namespaceOperations,
  ...gatewayOperations,
  ...agentOperations,
  ...serviceOperations,
];
