// Finds a namespace's cell: the one whose Registry knows it. It reads the Registries' own databases, the only
// place where this is stored. So nothing can contradict them after a crash, a restore or a move, and a cell
// that is down is found as well. The cells of tokens are cached until a namespace moves.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BoundedCache } from "../../../src/core/bounded-cache.ts";
import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import { reasonOf } from "../cli/command.ts";
import { rootVersionsOf } from "../secrets.ts";
import {
  classFolder,
  hasTable,
  isMade,
  type Places,
  REGISTRY_FILES,
  rowsOf,
} from "../serve/object-files.ts";

const MAX_TOKENS = 10_000;
/** How long to wait for a database that its runtime has locked. */
const READ_PATIENCE_MS = 5_000;

/** Audience of operators' credentials (src/http/operator-credential.ts). */
const OPERATORS = "operator";
/** How long a voucher is valid: longer than a call takes to reach its cell. */
const VOUCHED_MS = 60_000;

/** Claims of a token: a namespace's has its nid, an operator's its audience and id. */
type SignedClaims = { nid?: string; aud?: string; jti?: string };

/** Tables with a namespace's nid. Includes deleted namespaces: their cell answers for them. */
const BY_NID = { namespace: "nid", namespace_deletion: "nid" };
/** A name may belong to a namespace that another Registry of the cell keeps. */
const BY_NAME = { namespace: "name", name_elsewhere: "name" };

/** Finds cells. */
export class CellDirectory {
  readonly #cells: readonly Places[];
  readonly #secrets: readonly string[];
  #byToken = new BoundedCache<number>(MAX_TOKENS);
  /**
   * By path. They stay open while runtimes run: closing one locks the database exclusively for a moment (SQLite,
   * "Write-Ahead Logging"), and a runtime that opens it at that moment does not wait, so its object fails.
   */
  readonly #databases = new Map<string, DatabaseSync>();

  /** A directory of these cells, for tokens signed with keys derived from this root key. */
  constructor(cells: readonly Places[], rootKeyText: string) {
    this.#cells = cells;
    // Derived as in src/crypto/keys.ts.
    const info = "masking-vault/namespace-token/v1";
    this.#secrets = rootVersionsOf(rootKeyText).map(({ bytes }) =>
      Buffer.from(hkdfSync("sha256", bytes, "", info, 32)).toString("hex"),
    );
  }

  /**
   * Open the existing databases before any runtime does. Opening also recovers a database after a kill. One that cannot be
   * read does not keep the others from being served: looking in it fails each time, so its names do not pass for free.
   */
  open(): void {
    for (const { Registry } of this.#cells) {
      for (const file of REGISTRY_FILES) {
        const path = join(classFolder(Registry, "Registry"), file);
        try {
          if (existsSync(path)) this.#openDatabase(path);
        } catch (error) {
          console.error(`warning: ${path} cannot be read: ${reasonOf(error)}. Restore it.`);
        }
      }
    }
  }

  /** Close all databases, once no runtime runs. */
  close(): void {
    for (const database of this.#databases.values()) database.close();
    this.#databases.clear();
  }

  /** The cell for a request with this token: the first for an unknown token, the number of cells for an operator's. */
  ofToken(text: string): number {
    const known = this.#byToken.get(text);
    if (known !== undefined) return known;
    const claims = this.#readSigned(text)?.claims;
    if (claims?.aud === OPERATORS) return this.#cells.length;
    const cell = claims?.nid === undefined ? null : this.ofNid(claims.nid);
    if (cell !== null) this.#byToken.set(text, cell);
    return cell ?? 0;
  }

  /** The cell of the namespace with this nid; null where there is none. */
  ofNid(nid: string): number | null {
    return this.#find(registryOfNid(nid), BY_NID, nid);
  }

  /** The cell of the namespace with this name; null where there is none. */
  ofName(name: string): number | null {
    return this.#find(registryOfName(name), BY_NAME, name);
  }

  /**
   * An operator's credential, signed again with a voucher that it is listed, for cells without the list: it is in the first
   * cell's Registry. Null for any other credential. Read each time, so that a revocation takes effect in all cells at once.
   */
  vouchFor(text: string): string | null {
    const read = this.#readSigned(text);
    const [first] = this.#cells;
    if (read?.claims.aud !== OPERATORS || first === undefined) return null;
    const { claims, secret } = read;
    if (claims.jti === undefined) return null;
    const path = join(
      classFolder(first.Registry, "Registry"),
      REGISTRY_FILES[FIRST_REGISTRY] ?? "",
    );
    if (!this.#holds(path, { operator: "id" }, claims.jti)) return null;
    const vouched = { ...claims, vouched_until: Date.now() + VOUCHED_MS };
    const payload = Buffer.from(JSON.stringify(vouched)).toString("base64url");
    const signed = `${text.split(".", 1)[0]}.${payload}`;
    // Its head names the version of the root key that it is signed with.
    return `${signed}.${signatureOf(signed, secret).toString("base64url")}`;
  }

  /** Forget cached cells: a namespace has moved. */
  forget(): void {
    this.#byToken = new BoundedCache(MAX_TOKENS);
  }

  /** A token's claims and its signing secret; null when the signature is wrong, so that such tokens open no files. */
  #readSigned(text: string): { claims: SignedClaims; secret: string } | null {
    const [head = "", payload = "", signature = ""] = text.split(".");
    const given = Buffer.from(signature, "base64url");
    const secret = this.#secrets.find((one) => {
      const expected = signatureOf(`${head}.${payload}`, one);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (secret === undefined) return null;
    return { claims: JSON.parse(Buffer.from(payload, "base64url").toString()), secret };
  }

  #find(registry: number, columns: Readonly<Record<string, string>>, value: string): number | null {
    // In a folder of a version with only one Registry, the first may still keep rows that belong to another.
    const numbers = new Set([registry, FIRST_REGISTRY]);
    const files = [...numbers].map((number) => REGISTRY_FILES[number] ?? "");
    const cell = this.#cells.findIndex(({ Registry }) =>
      files.some((file) =>
        this.#holds(join(classFolder(Registry, "Registry"), file), columns, value),
      ),
    );
    return cell === -1 ? null : cell;
  }

  /** Whether a Registry's database has this value in one of these columns, given by table. */
  #holds(path: string, columns: Readonly<Record<string, string>>, value: string): boolean {
    // Not checked once it is open here: closing a file releases all locks that this process holds on it (POSIX).
    const known = this.#databases.get(path);
    if (known === undefined && !isMade(path)) return false;
    const database = known ?? this.#openDatabase(path);
    return Object.entries(columns).some(([table, column]) => {
      const sql = `SELECT 1 FROM ${table} WHERE ${column} = ? LIMIT 1`;
      return rowsOf(database, table, sql, value).length > 0;
    });
  }

  #openDatabase(path: string): DatabaseSync {
    const database = new DatabaseSync(path, { timeout: READ_PATIENCE_MS });
    this.#databases.set(path, database);
    // SQLite opens the file at the first statement.
    hasTable(database, "namespace");
    return database;
  }
}

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}
