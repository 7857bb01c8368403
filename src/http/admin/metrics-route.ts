// GET /metrics, for a Prometheus server: figures in its format (text format 0.0.4,
// https://prometheus.io/docs/instrumenting/exposition_formats/).
import { Hono } from "hono";
import { systemClock } from "../../platform/clock.ts";
import { openVaults } from "../../platform/open-objects.ts";
import { type RequestMetrics, SECONDS } from "../../platform/request-metrics.ts";
import type { VaultFigures } from "../../vault/usage-rpc.ts";
import { callVaultAt } from "../call.ts";
import { answer, type HttpEnv } from "../handler.ts";
import { collector } from "../operator.ts";

/** Figures of an open namespace, identified by its nid. */
export interface NamespaceFigures extends VaultFigures {
  readonly nid: string;
}

/** Figures of the service. */
export interface ServiceFigures {
  readonly requests: RequestMetrics;
  readonly restarts: number;
  /** Calls refused because no more namespaces could be opened. */
  readonly refusedForRoom: number;
  readonly openNamespaces: number;
  readonly namespaces: readonly NamespaceFigures[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Labels = Readonly<Record<string, string | number>>;
type Sample = readonly [labels: Labels, value: number];

const PREFIX = "masking_vault_";
const OF_OLDER_KEYS = "Requests with a token that an older version of the root key has signed";

/** The whole text. */
export function metricsText(figures: ServiceFigures): string {
  const { requests, restarts, refusedForRoom, openNamespaces, namespaces, now } = figures;
  const ages = (work: "jobs" | "deletions"): Sample[] =>
    namespaces.map(({ nid, [work]: waiting }) => {
      const oldest = Math.min(now, ...waiting.map((one) => one.oldest));
      return [{ namespace: nid }, (now - oldest) / 1_000];
    });
  const counts = (work: "jobs" | "deletions"): Sample[] =>
    namespaces.flatMap(({ nid, [work]: waiting }) =>
      waiting.map(({ state, count }): Sample => [{ namespace: nid, state }, count]),
    );
  return [
    ...requestLines(requests),
    ...heading("older_key_requests_total", "counter", OF_OLDER_KEYS),
    line("older_key_requests_total", {}, requests.ofOlderKeys),
    ...gauge("restarts", "Times the runtime was started again", [[{}, restarts]]),
    ...gauge("refused_for_room", "Callers sent away for want of room", [[{}, refusedForRoom]]),
    ...gauge("open_namespaces", "Namespaces that are open", [[{}, openNamespaces]]),
    ...gauge(
      "namespace_bytes",
      "Size of a namespace's database",
      namespaces.map(({ nid, bytes }) => [{ namespace: nid }, bytes]),
    ),
    ...gauge("jobs", "Jobs that have not ended", counts("jobs")),
    ...gauge("oldest_job_seconds", "Age of the oldest of them", ages("jobs")),
    ...gauge("deletions", "Deletions that have not ended", counts("deletions")),
    ...gauge("oldest_deletion_seconds", "Age of the oldest of them", ages("deletions")),
    "",
  ].join("\n");
}

function requestLines({ operations }: RequestMetrics): string[] {
  const all = [...operations];
  const total = all.flatMap(([operation, { statuses }]) =>
    Array.from(statuses, ([status, count]): Sample => [{ operation, status }, count]),
  );
  const [name, seconds] = ["requests_total", "request_seconds"];
  return [
    ...heading(name, "counter", "Requests, by operation and status"),
    ...total.map(([labels, value]) => line(name, labels, value)),
    ...heading(seconds, "histogram", "Time until an answer began"),
    ...all.flatMap(([operation, { classes, seconds: sum }]) => {
      let upTo = 0;
      const buckets = [...SECONDS, "+Inf"].map((le, i) => {
        upTo += classes[i] ?? 0;
        return line(`${seconds}_bucket`, { operation, le }, upTo);
      });
      const ends = [line(`${seconds}_sum`, { operation }, sum)];
      return [...buckets, ...ends, line(`${seconds}_count`, { operation }, upTo)];
    }),
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): string[] {
  return [
    ...heading(name, "gauge", help),
    ...samples.map(([labels, value]) => line(name, labels, value)),
  ];
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${PREFIX}${name} ${help}.`, `# TYPE ${PREFIX}${name} ${type}`];
}

/** Labels are routes, states, numbers and nids: none needs escaping. */
function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `${PREFIX}${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

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
