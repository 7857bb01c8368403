// What the environment says a namespace may keep, for how long, and whom it may tell of its jobs and ask about texts, and whether it is audited.

import { callbacksOf } from "../platform/callbacks.ts";
import type { RawEnv } from "../platform/objects.ts";
import { recognizersOf } from "../platform/recognizers.ts";
import type { NamespaceSettings } from "./namespace-base.ts";

/** Hours a finished job's result can be read, when RESULT_RETENTION_HOURS is no positive number. */
const DEFAULT_RETENTION_HOURS = 24;
/** What one SQLite-backed object may hold on the platform; taken when STORAGE_CAPACITY_BYTES is no positive number. */
const DEFAULT_CAPACITY_BYTES = 10 * 1024 ** 3;

const HOUR_MS = 3_600_000;

/** The settings of a namespace that the environment gives. */
export function limitsOf(
  env: RawEnv,
): Pick<
  NamespaceSettings,
  "retentionMs" | "capacityBytes" | "callbacks" | "recognizers" | "isAudited"
> {
  return {
    retentionMs: positive(env.RESULT_RETENTION_HOURS, DEFAULT_RETENTION_HOURS) * HOUR_MS,
    capacityBytes: positive(env.STORAGE_CAPACITY_BYTES, DEFAULT_CAPACITY_BYTES),
    callbacks: callbacksOf(env),
    recognizers: recognizersOf(env),
    isAudited: env.AUDIT !== "off",
  };
}

/** A setting that has to be a positive number; `fallback` when it is none. */
export function positive(setting: unknown, fallback: number): number {
  const value = Number(setting);
  return Number.isFinite(value) && value > 0 ? value : fallback;
}
