// The sealed parts of a job: payload, result and meta, all under the job's own key, so that destroying one small key makes
// all of them unreadable.
import { fromUtf8, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { JobSubmission, PayloadEnd } from "../job-rpc.ts";
import type { BrakedCaller } from "../mappings/brakes.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import { JOB_PART, type JobPart } from "../store/job-chunks.ts";
import type { JobRow } from "../store/jobs.ts";

/** A submission's options and end, kept beside its items and its policy. */
export interface JobMeta
  extends Omit<JobSubmission, "kind" | "policyName" | "requestKey" | "callback">,
    Omit<PayloadEnd, "refusal"> {
  /** For a job that continues after bad items: the index in the list of each chunk's first item. */
  readonly starts?: readonly number[];
  /** For an unmask job whose submitter has unmask brakes: its token id and brakes. */
  readonly heldBack?: BrakedCaller;
}

/** Bytes of a chunk's row beside its sealed content, and of each mapping id in it. */
const CHUNK_ROW_BYTES = 64;
const MAPPING_ID_BYTES = 14;

/** Bytes that a stored chunk takes. */
export function chunkBytes(sealed: Uint8Array, mappingIds: readonly number[]): number {
  return sealed.length + CHUNK_ROW_BYTES + MAPPING_ID_BYTES * mappingIds.length;
}

/** A list as a chunk stores it: the items' JSON texts, joined by commas. */
export function chunkText(list: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return utf8(JSON.stringify(list).slice(1, -1));
}

/** A list as JSON lines: each item's JSON text, followed by a line break. */
export function linesOf(list: readonly unknown[]): Uint8Array<ArrayBuffer> {
  return utf8(list.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

function listIn<T>(chunk: Uint8Array): T[] {
  return JSON.parse(`[${fromUtf8(chunk)}]`) as T[];
}

/** Seals and opens the parts of one job. */
export class SealedJob {
  readonly #serial: number;
  readonly #key: CryptoKey;
  readonly #base: NamespaceBase;

  constructor(serial: number, key: CryptoKey, base: NamespaceBase) {
    this.#serial = serial;
    this.#key = key;
    this.#base = base;
  }

  /** Open a job's key; null once it has been destroyed. */
  static async of({ serial, job_key }: JobRow, base: NamespaceBase): Promise<SealedJob | null> {
    if (job_key === null) return null;
    return new SealedJob(serial, await base.keyring.keyOf("job", serial, job_key), base);
  }

  /** Seal a chunk; the caller stores it. */
  async sealChunk(
    part: JobPart,
    number: number,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return seal(this.#key, bytes, this.#chunkContext(part, number), this.#base.random);
  }

  /** Decrypted bytes of a stored chunk, or null when it is gone. */
  async openChunk(part: JobPart, number: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const sealed = this.#base.chunks.find(this.#serial, part, number);
    return sealed === null ? null : open(this.#key, sealed, this.#chunkContext(part, number));
  }

  /** The list in a stored chunk (JSON items joined by commas), or null when it is gone. */
  async readChunk<T>(part: JobPart, number: number): Promise<T[] | null> {
    const bytes = await this.openChunk(part, number);
    return bytes === null ? null : listIn(bytes);
  }

  /** The items of a payload chunk. Only for an open job, whose payload is complete; throws when the chunk is gone. */
  async readPayload<T>(number: number): Promise<T[]> {
    const bytes = await this.openChunk("payload", number);
    if (bytes === null) throw new Error("an open job has lost a slice of its payload");
    return listIn(bytes);
  }

  async sealMeta(meta: JobMeta): Promise<Uint8Array<ArrayBuffer>> {
    const context = this.#base.context("jobMeta", this.#serial);
    return seal(this.#key, utf8(JSON.stringify(meta)), context, this.#base.random);
  }

  async openMeta(sealed: ArrayBuffer): Promise<JobMeta> {
    const context = this.#base.context("jobMeta", this.#serial);
    return JSON.parse(fromUtf8(await open(this.#key, sealed, context))) as JobMeta;
  }

  #chunkContext(part: JobPart, number: number): Uint8Array<ArrayBuffer> {
    const sealedAs = part === "result" ? "jobResult" : "jobPayload";
    return this.#base.context(sealedAs, this.#serial, JOB_PART[part], number);
  }
}
