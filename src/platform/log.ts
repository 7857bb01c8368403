// The one place that writes log lines. Lines hold codes, counts and request ids, never a value, a
// token, a credential or an error's own text (which can repeat any of them).

/** Members of a log line. */
export type LogFields = Record<string, string | number | boolean | null>;

/** Write one line of JSON to the log. */
export function log(event: string, fields: LogFields = {}): void {
  console.log(JSON.stringify({ event, ...fields }));
}

/** Name of an unexpected error's class, or SQLite's code (`SQLITE_BUSY`): the only parts of it that are safe to log. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return (
    /(?:: |: SQLITE_[A-Z]+ \(extended: )(SQLITE_[A-Z_]+)\)?$/.exec(error.message)?.[1] ?? error.name
  );
}
