// Credentials of callers, and which operation accepts which.
import type { Operation } from "./operation.ts";
import type { JsonObject } from "./schemas.ts";

/** Security schemes by name. */
export const SECURITY = {
  namespaceToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "A namespace token. The permission that an operation needs is given as a scope.",
  },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same token, in the header that clients of language models use.",
  },
  masterKey: {
    type: "http",
    scheme: "bearer",
    description: "The operator's key, which allows everything.",
  },
  operatorCredential: {
    type: "http",
    scheme: "bearer",
    description: "An operator's credential, limited by scopes.",
  },
};

/** Schemes that an operation accepts, each with the permission or scope that it requires. */
export function securityOf({ needs, takesApiKey, scope }: Operation): JsonObject[] {
  if (needs === "nothing") return [];
  const ofOperators = [{ masterKey: [] }, ...(scope ? [{ operatorCredential: [scope] }] : [])];
  if (needs === "master key") return ofOperators;
  const permissions = needs === "any token" ? [] : [needs];
  const schemes = takesApiKey ? ["namespaceToken", "apiKey"] : ["namespaceToken"];
  const ofNamespace = schemes.map((scheme) => ({ [scheme]: permissions }));
  return scope === undefined ? ofNamespace : [...ofNamespace, ...ofOperators];
}
