// GET metadata/token-types and GET metadata/formats: the names a mask request may use, with examples.
import { Hono } from "hono";
import { exampleOfFormat, exampleOfTokenName } from "../../tokens/examples.ts";
import { FORMATS, formatName, goTogether, TOKEN_NAMES } from "../../tokens/kinds.ts";
import { namespaceCaller } from "../authenticate.ts";
import { respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

/** Sub-app that tells token names and formats. */
export const metadataRoutes = new Hono<HttpEnv>()
  .get("/token-types", namespaceCaller("mask"), (c) =>
    respond(c, {
      token_types: TOKEN_NAMES.map(({ code, name, formats }) => ({
        token_name: name,
        formats: formats.map(formatName),
        example: exampleOfTokenName(code),
      })),
    }),
  )
  .get("/formats", namespaceCaller("mask"), (c) =>
    respond(c, {
      formats: FORMATS.map(({ code, name }) => ({
        format: name,
        token_names: TOKEN_NAMES.filter((token) => goTogether(token.code, code)).map(
          (token) => token.name,
        ),
        example: exampleOfFormat(code),
      })),
    }),
  );
