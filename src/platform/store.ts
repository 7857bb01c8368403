// How the stores of both object classes run SQL statements.

/** A row whose columns all have types that SQLite can return. */
type RowOf<Row> = { readonly [Column in keyof Row]: SqlStorageValue };

/** Base of the stores: each runs the statements of some tables. */
export abstract class Store {
  protected readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
  }

  protected first<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row | null {
    return this.rows<Row>(statement, ...values)[0] ?? null;
  }

  /** The only row of a statement that always returns exactly one. */
  protected one<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row {
    return this.sql.exec(statement, ...values).one() as Row;
  }

  protected rows<Row extends RowOf<Row>>(statement: string, ...values: unknown[]): Row[] {
    return this.sql.exec(statement, ...values).toArray() as Row[];
  }

  /** The first column of the first row that a statement returns, or null. */
  protected value<T extends SqlStorageValue>(statement: string, ...values: unknown[]): T | null {
    return this.column<T>(statement, ...values)[0] ?? null;
  }

  protected column<T extends SqlStorageValue>(statement: string, ...values: unknown[]): T[] {
    return Array.from(this.sql.exec(statement, ...values).raw<[T]>(), ([first]) => first);
  }
}
