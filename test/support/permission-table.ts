// The permission table: every route of the application with every kind of credential.

/** Every kind of credential. */
export const CREDENTIALS = [
  ...["none", "garbage", "expired", "early", "revoked", "deleted"],
  ...["mask", "unmask", "metadata_change", "all", "held", "elsewhere", "master"],
] as const;

/**
 * Statuses by credential, in the order above. `early` is not valid yet, `deleted` is a deleted namespace's, `held`
 * has all permissions and unmask brakes, `elsewhere` has all permissions in another namespace. Requests are about
 * one namespace's data, of which a token of another namespace finds nothing; no provider of language models is
 * configured. After a route: the option of the request that needs a permission. After the statuses, where
 * operators may call: the scope that a credential needs; `master`: only the master key.
 */
const MATRIX = `
GET /healthz                                                        200 200 200 200 200 200  200 200 200 200 200 200 200
GET /livez                                                          200 200 200 200 200 200  200 200 200 200 200 200 200
GET /readyz                                                         200 200 200 200 200 200  200 200 200 200 200 200 200
GET /metrics                                                        401 401 401 401 401 401  401 401 401 401 401 401 200 read
GET /.well-known/jwks.json                                          200 200 200 200 200 200  200 200 200 200 200 200 200
GET /openapi.json                                                   200 200 200 200 200 200  200 200 200 200 200 200 200
GET /docs                                                           200 200 200 200 200 200  200 200 200 200 200 200 200
POST /beta/litellm_basic_guardrail_api                              401 401 401 401 401 401  200 403 403 200 200 200 401
POST /mcp                                                           401 401 401 401 401 401  200 200 200 200 200 200 401
PUT /api/vault/mask                                                 401 401 401 401 401 401  200 403 403 200 200 200 401
PUT /api/vault/mask keep                                            401 401 401 401 401 401  403 403 403 200 403 200 401
PUT /api/vault/unmask                                               401 401 401 401 401 401  403 200 403 200 200 400 401
PUT /api/vault/mask/stream                                          401 401 401 401 401 401  415 403 403 415 415 415 401
PUT /api/vault/unmask/stream                                        401 401 401 401 401 401  403 415 403 415 415 415 401
PUT /api/vault/mask/async                                           401 401 401 401 401 401  200 403 403 200 200 200 401
PUT /api/vault/mask/async keep                                      401 401 401 401 401 401  403 403 403 200 403 200 401
PUT /api/vault/unmask/async                                         401 401 401 401 401 401  403 200 403 200 200 200 401
PUT /api/vault/async-status                                         401 401 401 401 401 401  403 200 403 200 403 404 401
GET /api/vault/jobs                                                 401 401 401 401 401 401  200 200 200 200 200 200 401
GET /api/vault/jobs/*                                               401 401 401 401 401 401  403 200 403 200 403 404 401
POST /api/vault/jobs/*/cancel                                       401 401 401 401 401 401  403 403 200 200 200 404 401
GET /api/vault/jobs/*/results                                       401 401 401 401 401 401  403 200 403 200 403 404 401
PUT /api/vault/detect                                               401 401 401 401 401 401  200 403 403 200 200 200 401
GET /api/vault/metadata/token-types                                 401 401 401 401 401 401  200 403 403 200 200 200 401
GET /api/vault/metadata/formats                                     401 401 401 401 401 401  200 403 403 200 200 200 401
GET /api/vault/metadata/entities                                    401 401 401 401 401 401  200 403 403 200 200 200 401
PUT /api/vault/metadata/policy/create                               401 401 401 401 401 401  403 403 409 409 409 200 401
GET /api/vault/metadata/policy/list                                 401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/metadata/policy/delete                               401 401 401 401 401 401  403 403 400 400 400 400 401
PUT /api/vault/metadata/policy/detection                            401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/policy/default                              401 401 401 401 401 401  403 403 200 200 200 400 401
GET /api/vault/metadata/policy/default                              401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/metadata/policy/settings                             401 401 401 401 401 401  403 403 200 200 200 400 401
GET /api/vault/metadata/policy/settings of                          401 401 401 401 401 401  403 403 200 200 200 400 401
GET /api/vault/metadata/personal-data-entities/list                 401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/personal-data-entities/update               401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/update-auto-detect                          401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/custom-entity/add-or-update                 401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/custom-entity/details                       401 401 401 401 401 401  403 403 200 200 200 400 401
PUT /api/vault/metadata/custom-entity/delete                        401 401 401 401 401 401  403 403 404 404 404 400 401
PUT /api/vault/namespace/delete/personal-data-mapping               401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/namespace/delete/by-value                            401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/namespace/delete/by-value dry                        401 401 401 401 401 401  403 403 403 200 403 200 401
PUT /api/vault/namespace/delete/by-token                            401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/namespace/delete/by-token dry                        401 401 401 401 401 401  403 403 403 200 403 200 401
PUT /api/vault/namespace/delete/by-attribute                        401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/namespace/delete/by-attribute dry                    401 401 401 401 401 401  403 403 403 200 403 200 401
PUT /api/vault/namespace/delete/audit-records                       401 401 401 401 401 401  403 403 200 200 200 200 401
GET /api/vault/namespace/reports/audit-details                      401 401 401 401 401 401  403 403 200 200 200 200 401
GET /api/vault/namespace/reports/audit-export                       401 401 401 401 401 401  403 403 200 200 200 200 401
GET /api/vault/reports/usage-summary                                401 401 401 401 401 401  403 403 200 200 200 403 200 read
GET /api/vault/reports/all-namespace-summary                        401 401 401 401 401 401  403 403 200 200 200 200 200 read
GET /api/vault/reports/namespace-summary                            401 401 401 401 401 401  403 403 200 200 200 403 200 read
GET /api/vault/reports/namespace-users-summary                      401 401 401 401 401 401  403 403 200 200 200 403 200 read
GET /api/vault/namespace/job-status                                 401 401 401 401 401 401  403 403 200 200 200 404 401
PUT /api/vault/namespace/retention                                  401 401 401 401 401 401  403 403 200 200 200 200 401
GET /api/vault/namespace/retention                                  401 401 401 401 401 401  403 403 200 200 200 200 401
PUT /api/vault/super-admin/namespace/auth-token/generate            401 401 401 401 401 401  401 401 401 401 401 401 200 tokens
PUT /api/vault/super-admin/namespace/auth-token/fetch               401 401 401 401 401 401  401 401 401 401 401 401 200 read
PUT /api/vault/super-admin/namespace/auth-token/deactivate          401 401 401 401 401 401  401 401 401 401 401 401 404 tokens
GET /api/vault/super-admin/namespace/auth-token/list                401 401 401 401 401 401  401 401 401 401 401 401 200 read
GET /api/vault/super-admin/namespace/auth-token/details             401 401 401 401 401 401  401 401 401 401 401 401 200 read
PUT /api/vault/super-admin/namespace/hold                           401 401 401 401 401 401  401 401 401 401 401 401 200 erase
PUT /api/vault/super-admin/namespace/limits                         401 401 401 401 401 401  401 401 401 401 401 401 200 tokens
GET /api/vault/super-admin/namespace/limits of                      401 401 401 401 401 401  401 401 401 401 401 401 200 read
PUT /api/vault/super-admin/namespace/delete                         401 401 401 401 401 401  401 401 401 401 401 401 404 erase
GET /api/vault/super-admin/namespace/job-status                     401 401 401 401 401 401  401 401 401 401 401 401 404 read
GET /api/vault/super-admin/ledger                                   401 401 401 401 401 401  401 401 401 401 401 401 200 read
PUT /api/vault/super-admin/erasure/replay                           401 401 401 401 401 401  401 401 401 401 401 401 400 erase
POST /llm/openai/v1/chat/completions                                401 401 401 401 401 401  404 403 403 404 404 404 401
POST /llm/openai/v1/responses                                       401 401 401 401 401 401  404 403 403 404 404 404 401
POST /llm/anthropic/v1/messages                                     401 401 401 401 401 401  404 403 403 404 404 404 401
POST /llm/anthropic/v1/messages/count_tokens                        401 401 401 401 401 401  404 403 403 404 404 404 401
GET /llm/anthropic/v1/models                                        401 401 401 401 401 401  404 403 403 404 404 404 401
GET /llm/anthropic/v1/models/*                                      401 401 401 401 401 401  404 403 403 404 404 404 401
POST /llm/openai/v1/embeddings                                      401 401 401 401 401 401  404 403 403 404 404 404 401
GET /llm/openai/v1/models                                           401 401 401 401 401 401  404 403 403 404 404 404 401
GET /llm/openai/v1/models/*                                         401 401 401 401 401 401  404 403 403 404 404 404 401
PUT /api/vault/super-admin/erasure/re-anchor                        401 401 401 401 401 401  401 401 401 401 401 401 200 erase
PUT /api/vault/super-admin/operators/create                         401 401 401 401 401 401  401 401 401 401 401 401 200 master
GET /api/vault/super-admin/operators/list                           401 401 401 401 401 401  401 401 401 401 401 401 200 master
PUT /api/vault/super-admin/operators/deactivate                     401 401 401 401 401 401  401 401 401 401 401 401 404 master
PUT /api/vault/super-admin/keys/rotate                              401 401 401 401 401 401  401 401 401 401 401 401 200 keys
GET /api/vault/super-admin/keys/rotate                              401 401 401 401 401 401  401 401 401 401 401 401 200 keys
`;

/** The table as rows. */
export const ROWS = MATRIX.trim()
  .split("\n")
  .map((line) => {
    const [, row = "", scope = null] = /^(.*\d)(?: (\w+))?$/.exec(line) ?? [];
    const [head = "", ...statuses] = row.split(/ +(?=\d{3}(?: |$))/);
    const [method = "", path = "", more = ""] = head.split(" ");
    return { head, method, path, more, statuses: statuses.map(Number), scope };
  });
