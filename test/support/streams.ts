// Request bodies sent in chunks.
import { exports } from "cloudflare:workers";

/** Send a body chunk by chunk, and read the whole answer. */
export async function sendPieces(
  path: string,
  token: string,
  pieces: readonly (string | Uint8Array)[],
  type = "text/plain",
  pauseMs = 0,
): Promise<{ status: number; text: string }> {
  const encoder = new TextEncoder();
  const left = pieces.values();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Without a pause, chunks may be joined on the way.
      if (pauseMs > 0) await scheduler.wait(pauseMs);
      const { done, value } = left.next();
      if (done === true) controller.close();
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
    },
  });
  const response = await exports.default.fetch(`https://vault.test${path}`, {
    method: "PUT",
    headers: { "Content-Type": type, Authorization: `Bearer ${token}` },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** A text in chunks of `size` bytes, which may end inside characters. */
export function bytesOf(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, i) => bytes.slice(i * size, (i + 1) * size));
}
