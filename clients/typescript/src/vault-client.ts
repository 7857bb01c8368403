// The client: every operation by its name, and plain methods for those that are called most.
import type { Masked, Unmasked } from "./items.ts";
import { Jobs, randomKey } from "./jobs.ts";
import type {
  DeleteByAgeAnswer,
  DeleteByAgeRequest,
  DeletionRecord,
  DetectAnswer,
  DetectRequest,
  EraseByAttributeRequest,
  EraseByTokenRequest,
  EraseByValueAnswer,
  EraseByValueRequest,
  MaskItem,
  MaskRequest,
  Operations,
  UnmaskItem,
  UnmaskRequest,
} from "./operations.ts";
import { deadlineOf, untilEnded, type WaitOptions } from "./polling.ts";
import { type CallOptions, Transport, type VaultClientOptions } from "./transport.ts";

/** What an operation is called with: its path, query, body, and how it is asked. */
export type Input<Id extends keyof Operations> = Omit<Operations[Id], "answer"> & CallOptions;

/** Whose mappings are erased, or how old ones. */
export type ErasureTarget = (
  | DeleteByAgeRequest
  | EraseByValueRequest
  | EraseByTokenRequest
  | EraseByAttributeRequest
)["data"];

/**
 * A caller of a Masking Vault. Every method throws VaultError, or the reason of a signal that ended it. What failed by
 * chance is sent again where that is safe.
 *
 * @example
 * const vault = new VaultClient({ url: "https://vault.example.com", token });
 * const [masked] = await vault.mask([{ value: "Ada Lane", token_name: "Person Token" }]);
 */
export class VaultClient {
  readonly #transport: Transport;
  /** Lists of any length, in the background. */
  readonly jobs: Jobs;

  constructor(options: VaultClientOptions) {
    this.#transport = new Transport(options);
    this.jobs = new Jobs(this.#transport);
  }

  /** Any operation by its `operationId`. Gives the whole answer; a stream, where it is no JSON; null, where it is empty. */
  async call<Id extends keyof Operations>(
    id: Id,
    ...[input]: Record<never, never> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
  ): Promise<Operations[Id]["answer"]> {
    return (await this.#transport.send(id, input ?? {})) as Operations[Id]["answer"];
  }

  /** Mask up to 1,000 values at once; longer lists are jobs. */
  mask<Value extends MaskItem["value"]>(
    items: readonly (MaskItem & { value: Value })[],
    options: Omit<MaskRequest, "mask"> & CallOptions = {},
  ): Promise<Masked<Value>[]> {
    return this.#list("mask", items, options) as Promise<Masked<Value>[]>;
  }

  /** Turn tokens, or texts with tokens in them, back. */
  unmask<Token extends UnmaskItem["token_value"]>(
    items: readonly (UnmaskItem & { token_value: Token })[],
    options: Omit<UnmaskRequest, "unmask"> & CallOptions = {},
  ): Promise<Unmasked<Token>[]> {
    return this.#list("unmask", items, options) as Promise<Unmasked<Token>[]>;
  }

  /** What auto-detect finds in texts; masks and stores nothing. */
  detect(
    items: DetectRequest["detect"],
    options: Omit<DetectRequest, "detect"> & CallOptions = {},
  ): Promise<DetectAnswer["data"]> {
    return this.#list("detect", items, options);
  }

  /**
   * Erase mappings by `values`, `tokens`, an attribute (`key` and `value`), or by age (`date` or `duration` in days). Gives
   * a tracking id for `waitForErasure`, or with `dry_run` what would go. The same `idempotencyKey` and target are the same
   * erasure, however often they are sent.
   */
  async erase(
    target: ErasureTarget,
    options: { dry_run?: boolean; idempotencyKey?: string } & CallOptions = {},
  ): Promise<(EraseByValueAnswer | DeleteByAgeAnswer)["data"]> {
    const { dry_run, idempotencyKey = randomKey(), ...given } = options;
    const headers = { ...given.headers, "idempotency-key": idempotencyKey };
    const call = { ...given, headers, body: { data: target, dry_run } };
    const answer = await this.#transport.send(erasureOf(target), call);
    return (answer as EraseByValueAnswer | DeleteByAgeAnswer).data;
  }

  /** Wait until an erasure has ended; its record has the receipt. Throws `wait_timeout` after `maxWaitMs`. */
  waitForErasure(trackingId: string, options: WaitOptions = {}): Promise<DeletionRecord> {
    const { signal, onProgress } = options;
    const look = async () => {
      const call = { query: { tracking_id: trackingId }, signal };
      const { data } = await this.call("readDeletion", call);
      onProgress?.({ done: data.progress.cleared, total: data.progress.total });
      return data;
    };
    return untilEnded(trackingId, look, deadlineOf(options), signal);
  }

  async #list<Id extends "mask" | "unmask" | "detect">(
    id: Id,
    items: readonly object[],
    { signal, retries, timeoutMs, headers, ...beside }: CallOptions,
  ): Promise<Operations[Id]["answer"]["data"]> {
    const call = { body: { [id]: items, ...beside }, signal, retries, timeoutMs, headers };
    return ((await this.#transport.send(id, call)) as Operations[Id]["answer"]).data;
  }
}

function erasureOf(target: ErasureTarget) {
  if ("values" in target) return "eraseByValue";
  if ("tokens" in target) return "eraseByToken";
  return "key" in target ? "eraseByAttribute" : "deleteByAge";
}
