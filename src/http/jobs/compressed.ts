// Answers in gzip for who asks for it: what jobs give repeats its names item by item.
import type { Context } from "hono";
import type { HttpEnv } from "../handler.ts";

/** An answer as the request accepts it. One that is cut off is a gzip that does not end, too. */
export function compressed(c: Context<HttpEnv>, answer: Response): Response {
  if (answer.body === null || !acceptsGzip(acceptedBy(c))) return answer;
  const headers = new Headers(answer.headers);
  headers.set("content-encoding", "gzip");
  headers.set("vary", "accept-encoding");
  const body = answer.body.pipeThrough(new CompressionStream("gzip"));
  return new Response(body, { status: answer.status, headers, encodeBody: "manual" });
}

/** What the caller accepts. The platform and wrangler dev ask for gzip themselves, and tell the caller's own header in `cf`. */
function acceptedBy({ req }: Context<HttpEnv>): string {
  const { clientAcceptEncoding: own } = (req.raw.cf ?? {}) as { clientAcceptEncoding?: string };
  return own ?? req.header("accept-encoding") ?? "";
}

/** RFC 9110 section 12.5.3, as far as it is about gzip: named, and not with a weight of 0. */
function acceptsGzip(header: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", ...weights] = part.split(";").map((text) => text.trim().toLowerCase());
    return (name === "gzip" || name === "x-gzip") && !weights.some((q) => /^q=0(\.0*)?$/.test(q));
  });
}
