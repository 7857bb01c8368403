// What the stores of both objects share: how they run statements.

/** A row whose columns are all of a type that SQLite has. */
type RowOf<Row> = { readonly [Column in keyof Row]: SqlStorageValue };

/** Runs the statements of some tables. */
export abstract class Store {
  protected readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  /** The first row a statement gives, or null. */
  protected first<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row | null {
    return this.rows<Row>(statement, ...values)[0] ?? null;
  }

  /** The row of a statement that always gives one. */
  protected one<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row {
    return this.sql.exec(statement, ...values).one() as Row;
  }

  /** All rows a statement gives. */
  protected rows<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row[] {
    return this.sql.exec(statement, ...values).toArray() as Row[];
  }

  /** The first column of the first row a statement gives, or null. */
  protected value<T extends SqlStorageValue>(statement: string, ...values: unknown[]): T | null {
    return this.column<T>(statement, ...values)[0] ?? null;
  }

  /** The first column of all rows a statement gives. */
  protected column<T extends SqlStorageValue>(statement: string, ...values: unknown[]): T[] {
    return Array.from(this.sql.exec(statement, ...values).raw<[T]>(), ([first]) => first);
  }
}
