// GET metadata/token-types, metadata/formats and metadata/entities: the names a mask request may use, with examples, and the
// entity types of auto-detect.
import { type Context, Hono } from "hono";
import { definitionOf } from "../../masking/policy/rules.ts";
import { exampleOfFormat, exampleOfTokenName } from "../../tokens/examples.ts";
import { FORMATS, formatName, goTogether, TOKEN_NAMES } from "../../tokens/kinds.ts";
import { namespaceCaller } from "../authenticate.ts";
import { askVault } from "../call.ts";
import { claimsOf, type HttpEnv, respond } from "../handler.ts";
import { entityTypes } from "../policies/policy-records.ts";

/** Sub-app that lists token names, formats and entity types. */
export const metadataRoutes = new Hono<HttpEnv>()
  .get("/token-types", namespaceCaller("mask"), (c) => answerData(c, { token_types: tokenTypes() }))
  .get("/formats", namespaceCaller("mask"), (c) => answerData(c, { formats: formats() }))
  .get("/entities", namespaceCaller("mask"), async (c) => {
    const { policyName } = claimsOf(c);
    const { policy, policySet } = await askVault(c, (vault, caller) =>
      vault.readPolicySet(caller, policyName),
    );
    return respond(c, { entities: entityTypes(definitionOf(policy, policySet)) });
  });

/** The answer is the same for everybody, but must not go to a revoked token, which only the object knows. */
async function answerData(c: Context<HttpEnv>, data: object): Promise<Response> {
  await askVault(c, (vault, caller) => vault.admit(caller));
  return respond(c, data);
}

function tokenTypes() {
  return TOKEN_NAMES.map(({ code, name, formats: codes }) => ({
    token_name: name,
    formats: codes.map(formatName),
    example: exampleOfTokenName(code),
  }));
}

function formats() {
  return FORMATS.map(({ code, name }) => ({
    format: name,
    token_names: TOKEN_NAMES.filter((token) => goTogether(token.code, code)).map(
      (token) => token.name,
    ),
    example: exampleOfFormat(code),
  }));
}
