// Gzip for clients that accept it: job results repeat the names of their members item by item.
import type { Context } from "hono";
import type { HttpEnv } from "../handler.ts";

/** The answer in a coding that the request accepts. When it is cut off, its gzip ends early, too. */
export function compressed(c: Context<HttpEnv>, answer: Response): Response {
  if (answer.body === null || !acceptsGzip(acceptedBy(c))) return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-encoding", "gzip");
  headers.set("vary", "accept-encoding");
  const body = answer.body.pipeThrough(new CompressionStream("gzip"));
  return new Response(body, { status: answer.status, headers, encodeBody: "manual" });
}

/** What the caller accepts. The platform and wrangler dev send gzip of their own, and put the caller's header in `cf`. */
function acceptedBy({ req }: Context<HttpEnv>): string {
  const { clientAcceptEncoding: own } = (req.raw.cf ?? {}) as { clientAcceptEncoding?: string };
  return own ?? req.header("accept-encoding") ?? "";
}

/** RFC 9110 section 12.5.3, as far as it concerns gzip: named, and without a weight of 0. */
function acceptsGzip(header: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", ...weights] = part.split(";").map((text) => text.trim().toLowerCase());
    return (name === "gzip" || name === "x-gzip") && !weights.some((q) => /^q=0(\.0*)?$/.test(q));
  });
}
