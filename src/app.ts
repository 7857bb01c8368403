// Assembles the Worker's HTTP application: request ids, routing table, configuration, routes, last-resort answers.
import { Hono } from "hono";
import type { H, RouterRoute } from "hono/types";
import { parseConfig } from "./config.ts";
import { cryptoAnswers } from "./crypto/self-test.ts";
import { authTokenRoutes } from "./http/admin/auth-tokens-route.ts";
import { healthRoutes, selfTestFailed } from "./http/admin/health-route.ts";
import { keyRoutes } from "./http/admin/keys-route.ts";
import { metricsRoutes } from "./http/admin/metrics-route.ts";
import { namespaceRoutes } from "./http/admin/namespaces-route.ts";
import { operatorRoutes } from "./http/admin/operators-route.ts";
import { auditRoutes } from "./http/audit/audit-route.ts";
import { reportRoutes } from "./http/audit/reports-route.ts";
import { deletionRoutes } from "./http/erasure/deletion-route.ts";
import { jwksRoutes, ledgerRoutes, repairRoutes } from "./http/erasure/ledger-route.ts";
import { erasureRoutes } from "./http/erasure/person-route.ts";
import { ExactRouter } from "./http/exact-router.ts";
import { type HttpEnv, Refusal, refuse, respond } from "./http/handler.ts";
import { asyncStatusRoutes } from "./http/jobs/async-status-route.ts";
import { maskAsyncRoutes, unmaskAsyncRoutes } from "./http/jobs/async-submit-route.ts";
import { jobResultRoutes, jobRoutes } from "./http/jobs/jobs-route.ts";
import { guardrailRoutes } from "./http/llm/guardrail-route.ts";
import { modelRoutes, useFailureFormat } from "./http/llm/model-routes.ts";
import { detectRoutes } from "./http/mask/detect-route.ts";
import { maskRoutes } from "./http/mask/mask-route.ts";
import { metadataRoutes } from "./http/mask/metadata-route.ts";
import { maskStreamRoutes, unmaskStreamRoutes } from "./http/mask/stream-routes.ts";
import { unmaskRoutes } from "./http/mask/unmask-route.ts";
import { mcpRoutes } from "./http/mcp/mcp-route.ts";
import { signatureAnswers } from "./http/namespace-token.ts";
import { customEntityRoutes, policyRoutes } from "./http/policies/policies-route.ts";
import { referenceRoutes } from "./http/reference/reference-route.ts";
import { WatchedRequests } from "./http/watched-requests.ts";
import { systemClock } from "./platform/clock.ts";
import { errorName, log } from "./platform/log.ts";
import { SelfTest } from "./platform/self-test.ts";
import { beginStretch } from "./platform/yield-to-callers.ts";
import { tokenAnswers } from "./tokens/self-test.ts";

const VAULT = "/api/vault";

/** Known-answer tests of every room that computes something, made at an isolate's first health check. */
export const ownSelfTest = new SelfTest([
  ...cryptoAnswers(),
  ...tokenAnswers(),
  ...signatureAnswers(),
]);

/**
 * The application. Every answer, failures included, is JSON in the envelope, or in the format of a model provider's API
 * under `/llm`. Once the self-test, which the health check runs, has failed, every request is refused.
 */
export function createApp(selfTest: SelfTest = ownSelfTest): Hono<HttpEnv> {
  const router: ExactRouter<[H, RouterRoute]> = new ExactRouter();
  const app = new Hono<HttpEnv>({ router });
  const watched = new WatchedRequests(router);
  app.use(async (c, next) => {
    // Always our own id: one that a caller chose would end up in our logs.
    c.set("requestId", crypto.randomUUID());
    beginStretch();
    const began = systemClock();
    await next();
    c.get("bodyHold")?.release();
    await watched.note(c, systemClock() - began);
  });
  // Answered before any check: with bad secrets, a full disk or a lost ledger a restart would mend nothing.
  app.get("/livez", (c) => respond(c, { status: "ok" }));
  app.use("/llm/*", useFailureFormat);
  app.use(async (c, next) => {
    const methods = router.methodsOf(c.req.path);
    if (methods === null) return refuse(c, { code: "not_found" });
    if (!methods.has(c.req.method)) {
      return refuse(c, { code: "method_not_allowed" }, { allow: [...methods].join(", ") });
    }
    if (selfTest.knownFailure !== null) return refuse(c, selfTestFailed(selfTest.knownFailure));
    const config = await parseConfig(c.env);
    if (!config.ok) return refuse(c, { code: "not_configured", detail: config.error });
    c.set("config", config.value);
    return next();
  });
  for (const path of ["/healthz", "/readyz"]) app.route(path, healthRoutes(selfTest));
  app.route("/metrics", metricsRoutes(watched.metrics));
  app.route(`${VAULT}/mask`, maskRoutes);
  app.route(`${VAULT}/unmask`, unmaskRoutes);
  app.route(`${VAULT}/mask/stream`, maskStreamRoutes);
  app.route(`${VAULT}/unmask/stream`, unmaskStreamRoutes);
  app.route(`${VAULT}/mask/async`, maskAsyncRoutes);
  app.route(`${VAULT}/unmask/async`, unmaskAsyncRoutes);
  app.route(`${VAULT}/async-status`, asyncStatusRoutes);
  app.route(`${VAULT}/jobs`, jobRoutes);
  app.route(`${VAULT}/jobs`, jobResultRoutes);
  app.route(`${VAULT}/detect`, detectRoutes);
  app.route(`${VAULT}/metadata`, metadataRoutes);
  app.route(`${VAULT}/metadata`, policyRoutes);
  app.route(`${VAULT}/metadata/custom-entity`, customEntityRoutes);
  app.route(`${VAULT}/super-admin/namespace/auth-token`, authTokenRoutes);
  app.route(`${VAULT}/namespace`, deletionRoutes);
  app.route(`${VAULT}/namespace`, auditRoutes);
  app.route(`${VAULT}/reports`, reportRoutes);
  app.route(`${VAULT}/namespace/delete`, erasureRoutes);
  app.route(`${VAULT}/super-admin/erasure`, repairRoutes);
  app.route(`${VAULT}/super-admin/ledger`, ledgerRoutes);
  app.route(`${VAULT}/super-admin/namespace`, namespaceRoutes);
  app.route(`${VAULT}/super-admin/operators`, operatorRoutes);
  app.route(`${VAULT}/super-admin/keys`, keyRoutes);
  app.route("/", referenceRoutes);
  app.route("/llm", modelRoutes);
  app.route("/.well-known/jwks.json", jwksRoutes);
  app.route("/mcp", mcpRoutes);
  app.route("/beta/litellm_basic_guardrail_api", guardrailRoutes);
  app.notFound((c) => refuse(c, { code: "not_found" }));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error.failure);
    log("http.failed", { error: errorName(error), request: c.get("requestId") });
    return refuse(c, { code: "internal" });
  });
  return app;
}
