// Signatures of callbacks according to Standard Webhooks 1.0.0 (https://www.standardwebhooks.com).
import { fromBase64, toBase64, utf8 } from "./encoding.ts";

const PREFIX = "whsec_";
const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** A message; `id` stays the same however often it is sent. `timestamp` is in seconds since 1970. */
export interface WebhookMessage {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** The headers of a message, signed with a secret `whsec_BASE64`. Throws when the secret has another form. */
export async function webhookHeaders(
  { id, timestamp, body }: WebhookMessage,
  secret: string,
): Promise<Record<string, string>> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null;
  if (bytes === null) throw new Error("no secret of a webhook");
  const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, utf8(`${id}.${timestamp}.${body}`));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${toBase64(new Uint8Array(signed))}`,
  };
}
