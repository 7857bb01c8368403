// The runtime's types that the stores name, for tests of processes, which are checked with Node's types instead.
type SqlStorageValue = ArrayBuffer | string | number | null;

interface SqlStorage {
  exec<Row = Record<string, SqlStorageValue>>(
    statement: string,
    ...values: unknown[]
  ): Iterable<Row> & {
    toArray(): Row[];
    one(): Row;
    raw<Values = SqlStorageValue[]>(): Iterable<Values>;
    next(): { done?: boolean };
  };
}

interface DurableObjectStorage {
  readonly sql: SqlStorage;
  transactionSync<T>(run: () => T): T;
}
