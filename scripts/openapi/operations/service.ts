// What anybody may ask.
import * as z from "zod";
import { health, keySet, liveness } from "../../../src/contract/responses/admin.ts";
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { json, type Operation } from "../operation.ts";

/** The operations. */
export const serviceOperations: readonly Operation[] = [
  {
    id: "readHealth",
    method: "GET",
    path: "/healthz",
    tag: "Service",
    summary: "Whether the service serves",
    description:
      "Its secrets are usable, the self-test of its cryptography passed, and its Registry answers.",
    needs: "nothing",
    answer: json(successEnvelope(health)),
    failures: ["unavailable", "root_key_mismatch"],
  },
  {
    id: "readReadiness",
    method: "GET",
    path: "/readyz",
    tag: "Service",
    summary: "The same, by the name that orchestrators look for",
    needs: "nothing",
    answer: json(successEnvelope(health)),
    failures: ["unavailable", "root_key_mismatch"],
  },
  {
    id: "readLiveness",
    method: "GET",
    path: "/livez",
    tag: "Service",
    summary: "Whether the process answers, whatever it can do",
    needs: "nothing",
    answer: json(successEnvelope(liveness)),
    failures: [],
  },
  {
    id: "readMetrics",
    method: "GET",
    path: "/metrics",
    tag: "Service",
    summary: "What the service counts, as Prometheus reads it",
    description: "For operators, and for who has `METRICS_KEY`. Counters begin with the runtime.",
    needs: "master key",
    scope: "read",
    answer: { "text/plain": z.string() },
    failures: [],
  },
  {
    id: "readKeys",
    method: "GET",
    path: "/.well-known/jwks.json",
    tag: "Service",
    summary: "The public keys of receipts",
    description: "A bare JWK set, not in the envelope.",
    needs: "nothing",
    answer: json(keySet),
    failures: [],
  },
  {
    id: "readDocument",
    method: "GET",
    path: "/openapi.json",
    tag: "Service",
    summary: "This document",
    needs: "nothing",
    answer: json(z.looseObject({ openapi: z.string() })),
    failures: [],
  },
  {
    id: "readReference",
    method: "GET",
    path: "/docs",
    tag: "Service",
    summary: "The same as a page, without scripts",
    needs: "nothing",
    answer: { "text/html": z.string() },
    failures: [],
  },
];
