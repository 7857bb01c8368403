// The floor: the least work that the product must do, on the same runtime. A plain Worker and one SQLite
// object: per request HMAC-SHA-256 (blind index), AES-GCM, a random token and ONE set-based statement. No
// authentication, no validation, no formats, no envelope. Requests and answers are JSON lists.
import { DurableObject } from "cloudflare:workers";

const DIGEST_BYTES = 16;
const TOKEN_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A sealed value's position in the packed bytes is encoded as offset * 2^17 + length. */
const LENGTH_SPAN = 2 ** 17;

const INSERT = `INSERT INTO mapping (blind, token, sealed)
  SELECT substr(?1, j.key * 16 + 1, 16), substr(?2, j.key * 16 + 1, 16),
    substr(?3, j.value / 131072 + 1, j.value % 131072)
  FROM json_each(?4) AS j`;
const FIND_TOKENS = `SELECT j.key, m.token FROM json_each(?2) AS j
  CROSS JOIN mapping AS m ON m.blind = substr(?1, j.key * 16 + 1, 16)`;
const FIND_VALUES = `SELECT j.key, m.sealed FROM json_each(?2) AS j
  CROSS JOIN mapping AS m ON m.token = substr(?1, j.key * 16 + 1, 16)`;
/** Sealed size of a value of 24 letters: nonce, letters, tag. */
const SEALED_BYTES = NONCE_BYTES + 24 + TAG_BYTES;
const FILL_ROWS_PER_STATEMENT = 500;

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text) as Uint8Array<ArrayBuffer>;
const decoder = new TextDecoder();

interface Keys {
  readonly blind: CryptoKey;
  readonly seal: CryptoKey;
}

/** Rows to store; with `of` above 0, keys are in index order (see scripts/quality/bench/measures/filled.ts). */
interface Fill {
  readonly rows: number;
  readonly from: number;
  readonly of: number;
}

/** Missing in the runtime's types: conversion of bytes to hexadecimal digits. */
type HexBytes = Uint8Array<ArrayBuffer> & { toHex(): string };
const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  (Uint8Array as unknown as { fromHex(text: string): Uint8Array<ArrayBuffer> }).fromHex(text);

/** Mappings with two random indexes: the blind index and the token. */
export class Floor extends DurableObject {
  readonly #sql: SqlStorage;
  #keys: Promise<Keys> | null = null;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env as never);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(`CREATE TABLE IF NOT EXISTS mapping (
      id INTEGER PRIMARY KEY, blind BLOB NOT NULL, token BLOB NOT NULL, sealed BLOB NOT NULL) STRICT;
      CREATE UNIQUE INDEX IF NOT EXISTS by_blind ON mapping (blind);
      CREATE UNIQUE INDEX IF NOT EXISTS by_token ON mapping (token)`);
  }

  /** Store new values; returns their tokens. */
  async mask(values: readonly string[]): Promise<string[]> {
    const keys = await this.#ready();
    const texts = values.map(bytesOf);
    const nonces = crypto.getRandomValues(new Uint8Array(NONCE_BYTES * texts.length));
    const tokens = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES * texts.length));
    const macs = await digests(keys.blind, texts);
    const boxes = await Promise.all(
      texts.map((text, i) => {
        const iv = nonces.subarray(NONCE_BYTES * i, NONCE_BYTES * (i + 1));
        return crypto.subtle.encrypt({ name: "AES-GCM", iv }, keys.seal, text);
      }),
    );
    const total = texts.reduce((sum, text) => sum + NONCE_BYTES + text.length + TAG_BYTES, 0);
    const sealed = new Uint8Array(total);
    let offset = 0;
    const places = boxes.map((box, i) => {
      sealed.set(nonces.subarray(NONCE_BYTES * i, NONCE_BYTES * (i + 1)), offset);
      sealed.set(new Uint8Array(box), offset + NONCE_BYTES);
      const length = NONCE_BYTES + box.byteLength;
      offset += length;
      return (offset - length) * LENGTH_SPAN + length;
    });
    this.#sql.exec(INSERT, macs, tokens, sealed, JSON.stringify(places));
    return values.map((_, i) => hexAt(tokens, i));
  }

  /** Tokens of known values. */
  async again(values: readonly string[]): Promise<string[]> {
    const { blind } = await this.#ready();
    const macs = await digests(blind, values.map(bytesOf));
    const tokens = new Array<string>(values.length);
    const rows = this.#sql.exec(FIND_TOKENS, macs, zeros(values.length));
    for (const [position, token] of rows.raw<[number, ArrayBuffer]>()) {
      tokens[position] = hexAt(new Uint8Array(token), 0);
    }
    return tokens;
  }

  /** Values of tokens. */
  async unmask(tokens: readonly string[]): Promise<string[]> {
    const { seal } = await this.#ready();
    const packed = fromHex(tokens.join(""));
    const rows = this.#sql.exec(FIND_VALUES, packed, zeros(tokens.length));
    const values = new Array<string>(tokens.length);
    const opened: Promise<void>[] = [];
    for (const [position, sealed] of rows.raw<[number, ArrayBuffer]>()) {
      const iv = new Uint8Array(sealed, 0, NONCE_BYTES);
      const box = new Uint8Array(sealed, NONCE_BYTES);
      const opening = crypto.subtle.decrypt({ name: "AES-GCM", iv }, seal, box);
      opened.push(
        opening.then((text) => {
          values[position] = decoder.decode(text);
        }),
      );
    }
    await Promise.all(opened);
    return values;
  }

  /** A bare call: returns its argument. */
  bare(body: unknown): unknown {
    return body;
  }

  /** Store random rows; see `Fill`. */
  fill({ rows, from, of }: Fill): void {
    this.ctx.storage.transactionSync(() => {
      for (let done = 0; done < rows; done += FILL_ROWS_PER_STATEMENT) {
        const count = Math.min(FILL_ROWS_PER_STATEMENT, rows - done);
        const blinds = randomKeys(count, from + done, of);
        const tokens = randomKeys(count, from + done, of);
        const sealed = crypto.getRandomValues(new Uint8Array(SEALED_BYTES * count));
        const places = Array.from({ length: count }, (_, i) => {
          return SEALED_BYTES * i * LENGTH_SPAN + SEALED_BYTES;
        });
        this.#sql.exec(INSERT, blinds, tokens, sealed, JSON.stringify(places));
      }
    });
  }

  /** Delete all rows in batches, yielding after each, like a job that lets other requests run. */
  async clear(batch: number): Promise<number> {
    const { last } = this.#sql.exec<{ last: number }>("SELECT max(id) AS last FROM mapping").one();
    for (let upTo = batch; upTo < last + batch; upTo += batch) {
      this.#sql.exec("DELETE FROM mapping WHERE id <= ?", upTo);
      await scheduler.wait(0);
    }
    return last;
  }

  #ready(): Promise<Keys> {
    this.#keys ??= importKeys();
    return this.#keys;
  }
}

/**
 * `count` random keys of 16 bytes, concatenated. With `of` above 0, keys number `from` and following of `of` keys
 * in order: one random key from each of `of` equal parts of the key space.
 */
function randomKeys(count: number, from: number, of: number): Uint8Array<ArrayBuffer> {
  const keys = crypto.getRandomValues(new Uint8Array(DIGEST_BYTES * count));
  if (of === 0) return keys;
  const view = new DataView(keys.buffer);
  for (let i = 0; i < count; i++) {
    const share = (from + i + view.getUint32(DIGEST_BYTES * i) / 2 ** 32) / of;
    view.setUint32(DIGEST_BYTES * i, Math.floor(share * 2 ** 32));
  }
  return keys;
}

/** Fixed keys: nothing secret is ever sealed here. */
async function importKeys(): Promise<Keys> {
  const bytes = new Uint8Array(32).fill(7);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  return {
    blind: await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]),
    seal: await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]),
  };
}

/** The first 128 bits of each text's HMAC, concatenated. */
async function digests(
  key: CryptoKey,
  texts: readonly Uint8Array<ArrayBuffer>[],
): Promise<Uint8Array<ArrayBuffer>> {
  const macs = await Promise.all(texts.map((text) => crypto.subtle.sign("HMAC", key, text)));
  const packed = new Uint8Array(DIGEST_BYTES * texts.length);
  macs.forEach((mac, i) => {
    packed.set(new Uint8Array(mac, 0, DIGEST_BYTES), DIGEST_BYTES * i);
  });
  return packed;
}

function hexAt(tokens: Uint8Array<ArrayBuffer>, i: number): string {
  return (tokens.subarray(TOKEN_BYTES * i, TOKEN_BYTES * (i + 1)) as HexBytes).toHex();
}

/** A JSON list of `count` zeros, whose keys number the rows of a statement. */
function zeros(count: number): string {
  return `[${"0,".repeat(count - 1)}0]`;
}

/** PUT /<object>/<call> passes the body to the object and returns its answer. GET /healthz reports that it runs. */
export default {
  async fetch(request, env): Promise<Response> {
    const [, name = "", call = ""] = new URL(request.url).pathname.split("/");
    if (name === "healthz") return new Response("ok");
    const floor = env.FLOOR.getByName(name);
    const body = await request.json<never>();
    switch (call) {
      case "mask":
        return Response.json(await floor.mask(body));
      case "again":
        return Response.json(await floor.again(body));
      case "unmask":
        return Response.json(await floor.unmask(body));
      case "bare":
        return Response.json(await floor.bare(body));
      case "fill":
        await floor.fill(body);
        return Response.json(null);
      case "clear":
        return Response.json(await floor.clear(body));
      default:
        return new Response(null, { status: 404 });
    }
  },
} satisfies ExportedHandler<{ FLOOR: DurableObjectNamespace<Floor> }>;
