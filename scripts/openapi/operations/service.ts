// Operations that need no credential.
import * as z from "zod";
import { health, keySet, liveness } from "../../../src/contract/responses/admin.ts";
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { json, operationsOf } from "../operation.ts";

/** The operations. */
export const serviceOperations = operationsOf({ tag: "Service", needs: "nothing" }, [
  {
    id: "readHealth",
    at: "GET /healthz",
    summary: "Whether the service can serve requests",
    description:
      "200 when its secrets are usable, the self-test of its cryptography passed, and its Registry answers.",
    answer: json(successEnvelope(health)),
    failures: ["unavailable", "root_key_mismatch"],
  },
  {
    id: "readReadiness",
    at: "GET /readyz",
    summary: "The same, under the name that orchestrators expect",
    answer: json(successEnvelope(health)),
    failures: ["unavailable", "root_key_mismatch"],
  },
  {
    id: "readLiveness",
    at: "GET /livez",
    summary: "Whether the process responds, even if it can do nothing else",
    answer: json(successEnvelope(liveness)),
  },
  {
    id: "readMetrics",
    at: "GET /metrics",
    summary: "Metrics in Prometheus' text format",
    description:
      "For operators, and for holders of `METRICS_KEY`. Counters start with the runtime.",
    needs: "master key",
    scope: "read",
    answer: { "text/plain": z.string() },
  },
  {
    id: "readKeys",
    at: "GET /.well-known/jwks.json",
    summary: "The public keys of receipts",
    description: "A bare JWK set, not in the envelope.",
    answer: json(keySet),
  },
  {
    id: "readDocument",
    at: "GET /openapi.json",
    summary: "This document",
    answer: json(z.looseObject({ openapi: z.string() })),
  },
  {
    id: "readReference",
    at: "GET /docs",
    summary: "The same as a page, without scripts",
    answer: { "text/html": z.string() },
  },
]);
