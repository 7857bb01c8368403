// What the package gives.
export type { Masked, Unmasked } from "./items.ts";
export type { BadItem, Items, JobStatus, Jobs, SubmitOptions } from "./jobs.ts";
export type * from "./operations.ts";
export type { Progress, WaitOptions } from "./polling.ts";
export type { CallOptions, VaultClientOptions } from "./transport.ts";
export { type ErasureTarget, type Input, VaultClient } from "./vault-client.ts";
export { type ClientErrorCode, VaultError } from "./vault-error.ts";
