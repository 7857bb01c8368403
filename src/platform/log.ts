// The one place that writes log lines. Lines hold codes, counts and request ids, never a value, a
// token, a credential or an error's own text (which can repeat any of them).

/** Members of a log line. */
export type LogFields = Record<string, string | number | boolean | null>;

/** Write one line of JSON to the log. */
export function log(event: string, fields: LogFields = {}): void {
  console.log(JSON.stringify({ event, ...fields }));
}

/** Name of an unexpected error's class, the only part of it that is safe to log. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
