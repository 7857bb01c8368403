// What the stores of both objects share: how they run statements.

/** Runs the statements of some tables. */
export abstract class Store {
  protected readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** The first row a statement gives, or null. */
  protected first<Row extends Record<string, SqlStorageValue>>(
    statement: string,
    ...values: unknown[]
  ): Row | null {
    return this.sql.exec<Row>(statement, ...values).toArray()[0] ?? null;
  }

  /** The first column of the first row a statement gives, or null. */
  protected value<T extends SqlStorageValue>(statement: string, ...values: unknown[]): T | null {
    const [row] = [...this.sql.exec(statement, ...values).raw<[T]>()];
    return row?.[0] ?? null;
  }
}
