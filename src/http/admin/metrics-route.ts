// GET /metrics: the service's figures for Prometheus. They contain nobody's data.
import { Hono } from "hono";
import { systemClock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";
import type { RequestMetrics } from "../../platform/request-metrics.ts";
import { callVaultAt } from "../call.ts";
import { answer, type HttpEnv } from "../handler.ts";
import { collector } from "../operator.ts";
import { metricsText, type NamespaceFigures } from "./metrics-text.ts";

/** Most namespaces reported by name: the most recently used. */
const MAX_NAMESPACES = 100;
const TYPE = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };

/** Sub-app of metrics. */
export function metricsRoutes(requests: RequestMetrics): Hono<HttpEnv> {
  return new Hono<HttpEnv>().get("/", collector(), async (c) => {
    const now = systemClock();
    const open = openVaults.namesOpenAt(now);
    const namespaces = await Promise.all(
      open.slice(-MAX_NAMESPACES).map(async (nid): Promise<NamespaceFigures[]> => {
        const namespace = { nid, jurisdiction: null };
        const figures = await callVaultAt(c, namespace, (vault) => vault.readFigures());
        return figures.ok ? [{ nid, ...figures.value }] : [];
      }),
    );
    const text = metricsText({
      ...{ requests, now, namespaces: namespaces.flat() },
      restarts: Number(c.env.RESTARTS ?? 0),
      refusedForRoom: openVaults.refused,
      openNamespaces: open.length,
    });
    return answer(c, text, 200, TYPE);
  });
}
