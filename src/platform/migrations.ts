// Runs a list of migrations on an object's database: synchronously, so that a constructor can. Released entries are frozen:
// to change the schema, append one.

/** One step of a schema. Ids count up from 1. */
export interface Migration {
  readonly id: number;
  readonly description: string;
  /** One or more statements: constant text that writes the same rows into every empty database. */
  readonly sql: string;
  /** A query: if it returns a row, the step is recorded as applied without being run. */
  readonly unless?: string;
}

/** Whether this database has been set up before; reads only. */
export function hasSchema(storage: DurableObjectStorage): boolean {
  const found = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'migration' LIMIT 1");
  return found.toArray().length > 0;
}

/** What the migrations make of an empty database: the statements of the schema, and the rows it starts with. */
interface Outcome {
  readonly schema: string;
  readonly rows: readonly (readonly [insert: string, values: readonly SqlStorageValue[]])[];
}

/**
 * By list, from the first database that this isolate sets up with it. A step that alters or renames makes SQLite parse the
 * whole schema again: all steps of a Vault take 10 ms of CPU time, their outcome takes 3.
 */
const outcomes = new WeakMap<readonly Migration[], Outcome>();

/** Bring any database up to date, also an empty one; safe to call often. Commits all or nothing. */
export function migrate(
  storage: DurableObjectStorage,
  migrations: readonly Migration[],
  now: number,
): void {
  if (migrateExisting(storage, migrations, now)) return;
  const outcome = outcomes.get(migrations);
  if (outcome === undefined) {
    apply(storage, migrations, now);
    outcomes.set(migrations, outcomeIn(storage));
    return;
  }
  storage.transactionSync(() => {
    storage.sql.exec(outcome.schema);
    for (const [insert, values] of outcome.rows) storage.sql.exec(insert, ...values);
    const ids = JSON.stringify(migrations.map(({ id }) => id));
    storage.sql.exec("INSERT INTO migration SELECT value, ? FROM json_each(?)", now, ids);
  });
}

/** The outcome in this database, without the runtime's own tables and without the times of the steps. */
function outcomeIn({ sql }: DurableObjectStorage): Outcome {
  const made = sql
    .exec<{ type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND substr(name, 1, 4) <> '_cf_' ORDER BY rowid",
    )
    .toArray();
  const tables = made.filter(({ type, name }) => type === "table" && name !== "migration");
  const rows = tables.flatMap(({ name }) =>
    [...sql.exec(`SELECT * FROM ${name}`).raw()].map(
      (values) => [`INSERT INTO ${name} VALUES (${values.map(() => "?")})`, values] as const,
    ),
  );
  return { schema: made.map((one) => one.sql).join(";\n"), rows };
}

/**
 * Bring a database up to date that has been set up before. Returns false, and does nothing, when it has not. Only reads one
 * that is up to date: a write would delay an object's first answers until it is committed.
 */
export function migrateExisting(
  storage: DurableObjectStorage,
  migrations: readonly Migration[],
  now: number,
): boolean {
  checkOrder(migrations);
  if (!hasSchema(storage)) return false;
  if (lastApplied(storage) < migrations.length) apply(storage, migrations, now);
  return true;
}

function apply(storage: DurableObjectStorage, migrations: readonly Migration[], now: number): void {
  storage.transactionSync(() => {
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS migration (id INTEGER PRIMARY KEY, applied INTEGER NOT NULL) STRICT",
    );
    const last = lastApplied(storage);
    for (const step of migrations.filter((m) => m.id > last)) {
      const isNeeded = step.unless === undefined || storage.sql.exec(step.unless).next().done;
      if (isNeeded) storage.sql.exec(step.sql);
      storage.sql.exec("INSERT INTO migration (id, applied) VALUES (?, ?)", step.id, now);
    }
  });
}

/** Number of the last migration applied, 0 for none; the table must exist. */
function lastApplied(storage: DurableObjectStorage): number {
  const rows = storage.sql.exec<{ last: number }>(
    "SELECT coalesce(max(id), 0) AS last FROM migration",
  );
  return rows.one().last;
}

function checkOrder(migrations: readonly Migration[]): void {
  migrations.forEach((step, i) => {
    if (step.id !== i + 1) throw new Error(`migration ${i + 1} is numbered ${step.id}`);
  });
}
