// Requests about operators, and about what has several forms for them (wire-requests.ts).
import { fc } from "../support/properties.ts";
import { data, type Json, maybe } from "./wire-values.ts";

/** Namespaces' names, ids of anything, and tokens. */
interface Known {
  readonly namespace: fc.Arbitrary<string>;
  readonly id: fc.Arbitrary<string>;
  readonly bearer: fc.Arbitrary<string>;
}

/** By route. */
export function operatorRequests({ namespace, id, bearer }: Known): Record<string, Json> {
  return {
    "PUT /api/vault/super-admin/namespace/auth-token/deactivate": data({
      ...{ auth_token: maybe(bearer), namespace_name: maybe(namespace), token_id: maybe(id) },
    }),
    "PUT /api/vault/super-admin/operators/create": data({
      name: fc.constantFrom("desk", "desk", "a.b-c_9", "", "-x", "Ann Lee", "a".repeat(65)),
      scopes: fc.array(fc.constantFrom("read", "tokens", "erase", "keys", "all"), { maxLength: 3 }),
      end_date: maybe(fc.constantFrom(null, "2020-01-01", "9999-12-31", "x")),
    }),
    "GET /api/vault/super-admin/operators/list": fc.constant({}),
    "GET /api/vault/super-admin/keys/rotate": fc.constant({}),
    "PUT /api/vault/super-admin/keys/rotate": data({}),
    "PUT /api/vault/super-admin/operators/deactivate": data({ operator_id: id }),
  };
}
