// Namespace settings from the environment: result retention, capacity, callbacks, external recognizers, and auditing.

import { callbacksOf } from "../platform/callbacks.ts";
import type { RawEnv } from "../platform/objects.ts";
import { recognizersOf } from "../platform/recognizers.ts";
import type { NamespaceSettings } from "./namespace-base.ts";

/** Hours that a finished job's result stays readable when RESULT_RETENTION_HOURS is not a positive number. */
const DEFAULT_RETENTION_HOURS = 24;
/** What one SQLite-backed object may hold on the platform; used when STORAGE_CAPACITY_BYTES is not a positive number. */
const DEFAULT_CAPACITY_BYTES = 10 * 1024 ** 3;

const HOUR_MS = 3_600_000;

/** Reads a namespace's settings from the environment. */
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

/** The setting as a number; `fallback` when it is not a positive number. */
export function positive(setting: unknown, fallback: number): number {
  const value = Number(setting);
  return Number.isFinite(value) && value > 0 ? value : fallback;
}
