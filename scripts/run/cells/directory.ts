// Which cell a namespace is in: the one whose Registry knows it. It is read from the Registries' own databases, for
// nowhere else it is written down; so there is nothing that could say otherwise after a crash, a restore or a move, and a
// cell that is down is asked as well as any. What a token leads to is kept until a namespace moves.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BoundedCache } from "../../../src/core/bounded-cache.ts";
import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import { rootVersionsOf } from "../secrets.ts";
import {
  classFolder,
  hasTable,
  isMade,
  type Places,
  REGISTRY_FILES,
} from "../serve/object-files.ts";

const MOST_TOKENS = 10_000;
/** How long a database that its runtime keeps for itself is waited for. */
const READ_PATIENCE_MS = 5_000;

/** For whom an operator's credential is (src/http/operator-credential.ts). */
const OPERATORS = "operator";
/** How long our word on one is good: as long as a call takes to come to its cell, and more. */
const VOUCHED_MS = 60_000;

/** What a token says: a namespace's its nid, an operator's its audience and id. */
type SignedClaims = { nid?: string; aud?: string; jti?: string };

/** Tables that know a namespace by its nid: also one that is no more, for its cell says so. */
const BY_NID = { namespace: "nid", namespace_deletion: "nid" };
/** A name may lead to a namespace that another Registry of the cell keeps. */
const BY_NAME = { namespace: "name", name_elsewhere: "name" };

/** Finds cells. */
export class CellDirectory {
  readonly #cells: readonly Places[];
  readonly #secrets: readonly string[];
  #byToken = new BoundedCache<number>(MOST_TOKENS);
  /**
   * By path. They stay open while runtimes run: whoever closes one asks for the database alone for a moment (SQLite,
   * "Write-Ahead Logging"), and a runtime that opens it just then does not wait, so that its object fails.
   */
  readonly #databases = new Map<string, DatabaseSync>();

  /** Of these cells, for tokens signed under this root key. */
  constructor(cells: readonly Places[], rootKeyText: string) {
    this.#cells = cells;
    // As src/crypto/keys.ts derives it.
    const info = "masking-vault/namespace-token/v1";
    this.#secrets = rootVersionsOf(rootKeyText).map(({ bytes }) =>
      Buffer.from(hkdfSync("sha256", bytes, "", info, 32)).toString("hex"),
    );
  }

  /** Open what there is, before any runtime does: after a kill it is recovered by that. */
  open(): void {
    for (const { Registry } of this.#cells) {
      for (const file of REGISTRY_FILES) {
        const path = join(classFolder(Registry, "Registry"), file);
        if (existsSync(path)) this.#openDatabase(path);
      }
    }
  }

  /** Close everything, once no runtime runs. */
  close(): void {
    for (const database of this.#databases.values()) database.close();
    this.#databases.clear();
  }

  /**
   * The cell for whoever sends this token; the first for those that no cell knows, which refuses them as any would; their
   * number for an operator, whose calls are about all.
   */
  ofToken(text: string): number {
    const known = this.#byToken.get(text);
    if (known !== undefined) return known;
    const claims = this.#readSigned(text)?.claims;
    if (claims?.aud === OPERATORS) return this.#cells.length;
    const cell = claims?.nid === undefined ? null : this.ofNid(claims.nid);
    if (cell !== null) this.#byToken.set(text, cell);
    return cell ?? 0;
  }

  /** The cell of a namespace by its nid, null where there is none. */
  ofNid(nid: string): number | null {
    return this.#find(registryOfNid(nid), BY_NID, nid);
  }

  /** The cell that has a namespace of this name, null where there is none. */
  ofName(name: string): number | null {
    return this.#find(registryOfName(name), BY_NAME, name);
  }

  /**
   * An operator's credential with our word that it is on the list, for the cells that have none: the first cell's Registry has it.
   * Null where it is not on the list, or is no such credential. Read each time, so that a revocation holds for all cells at once.
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
    // By its head it names the version of the root key that has signed it.
    return `${signed}.${signatureOf(signed, secret).toString("base64url")}`;
  }

  /** A namespace has moved. */
  forget(): void {
    this.#byToken = new BoundedCache(MOST_TOKENS);
  }

  /** What a token says, and the secret it is signed with, if its signature is good: for others no files are opened. */
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
    // In a folder of a version with one Registry the first may still have what is another's.
    const numbers = new Set([registry, FIRST_REGISTRY]);
    const files = [...numbers].map((number) => REGISTRY_FILES[number] ?? "");
    const cell = this.#cells.findIndex(({ Registry }) =>
      files.some((file) =>
        this.#holds(join(classFolder(Registry, "Registry"), file), columns, value),
      ),
    );
    return cell === -1 ? null : cell;
  }

  /** Whether a Registry's database has this value in one of these columns of its tables. */
  #holds(path: string, columns: Readonly<Record<string, string>>, value: string): boolean {
    // Never looked at once it is open here: to close a file gives up all locks this process has on it (POSIX).
    const known = this.#databases.get(path);
    if (known === undefined && !isMade(path)) return false;
    const database = known ?? this.#openDatabase(path);
    return Object.entries(columns).some(
      ([table, column]) =>
        hasTable(database, table) &&
        database.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).get(value) !== undefined,
    );
  }

  #openDatabase(path: string): DatabaseSync {
    const database = new DatabaseSync(path, { timeout: READ_PATIENCE_MS });
    this.#databases.set(path, database);
    // SQLite opens the file with the first statement.
    hasTable(database, "namespace");
    return database;
  }
}

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}
