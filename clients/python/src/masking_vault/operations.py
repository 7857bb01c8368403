# Made by npm run openapi from docs/openapi.json: not to be edited.
"""What goes over the wire, and a table of the operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias

OPERATIONS: Mapping[str, str] = {
    "mask": "PUT /api/vault/mask",
    "unmask": "PUT /api/vault/unmask",
    "detect": "PUT /api/vault/detect",
    "maskStream": "PUT /api/vault/mask/stream",
    "unmaskStream": "PUT /api/vault/unmask/stream",
    "submitMaskJob": "PUT /api/vault/mask/async",
    "submitUnmaskJob": "PUT /api/vault/unmask/async",
    "readJobs": "PUT /api/vault/async-status",
    "listJobs": "GET /api/vault/jobs",
    "readJob": "GET /api/vault/jobs/{tracking_id}",
    "readJobResults": "GET /api/vault/jobs/{tracking_id}/results",
    "cancelJob": "POST /api/vault/jobs/{tracking_id}/cancel",
    "listTokenTypes": "GET /api/vault/metadata/token-types",
    "listFormats": "GET /api/vault/metadata/formats",
    "listEntityTypes": "GET /api/vault/metadata/entities",
    "createPolicy": "PUT /api/vault/metadata/policy/create",
    "listPolicies": "GET /api/vault/metadata/policy/list",
    "deletePolicy": "PUT /api/vault/metadata/policy/delete",
    "setDetection": "PUT /api/vault/metadata/policy/detection",
    "setDefaultPolicy": "PUT /api/vault/metadata/policy/default",
    "readDefaultPolicy": "GET /api/vault/metadata/policy/default",
    "setSettings": "PUT /api/vault/metadata/policy/settings",
    "readSettings": "GET /api/vault/metadata/policy/settings",
    "readPolicies": "GET /api/vault/metadata/personal-data-entities/list",
    "setActions": "PUT /api/vault/metadata/personal-data-entities/update",
    "setWrappers": "PUT /api/vault/metadata/update-auto-detect",
    "setCustomEntity": "PUT /api/vault/metadata/custom-entity/add-or-update",
    "readCustomEntity": "PUT /api/vault/metadata/custom-entity/details",
    "deleteCustomEntity": "PUT /api/vault/metadata/custom-entity/delete",
    "deleteByAge": "PUT /api/vault/namespace/delete/personal-data-mapping",
    "eraseByValue": "PUT /api/vault/namespace/delete/by-value",
    "eraseByToken": "PUT /api/vault/namespace/delete/by-token",
    "eraseByAttribute": "PUT /api/vault/namespace/delete/by-attribute",
    "readDeletion": "GET /api/vault/namespace/job-status",
    "setRetention": "PUT /api/vault/namespace/retention",
    "readRetention": "GET /api/vault/namespace/retention",
    "readAudit": "GET /api/vault/namespace/reports/audit-details",
    "exportAudit": "GET /api/vault/namespace/reports/audit-export",
    "deleteAuditRecords": "PUT /api/vault/namespace/delete/audit-records",
    "readUsage": "GET /api/vault/reports/usage-summary",
    "readAllNamespacesUsage": "GET /api/vault/reports/all-namespace-summary",
    "readNamespaceUsage": "GET /api/vault/reports/namespace-summary",
    "readUsersUsage": "GET /api/vault/reports/namespace-users-summary",
    "generateToken": "PUT /api/vault/super-admin/namespace/auth-token/generate",
    "fetchToken": "PUT /api/vault/super-admin/namespace/auth-token/fetch",
    "deactivateToken": "PUT /api/vault/super-admin/namespace/auth-token/deactivate",
    "listTokens": "GET /api/vault/super-admin/namespace/auth-token/list",
    "readToken": "GET /api/vault/super-admin/namespace/auth-token/details",
    "createOperator": "PUT /api/vault/super-admin/operators/create",
    "listOperators": "GET /api/vault/super-admin/operators/list",
    "deactivateOperator": "PUT /api/vault/super-admin/operators/deactivate",
    "holdNamespace": "PUT /api/vault/super-admin/namespace/hold",
    "setLimits": "PUT /api/vault/super-admin/namespace/limits",
    "readLimits": "GET /api/vault/super-admin/namespace/limits",
    "deleteNamespace": "PUT /api/vault/super-admin/namespace/delete",
    "readNamespaceJob": "GET /api/vault/super-admin/namespace/job-status",
    "readLedger": "GET /api/vault/super-admin/ledger",
    "replayReceipts": "PUT /api/vault/super-admin/erasure/replay",
    "reAnchor": "PUT /api/vault/super-admin/erasure/re-anchor",
    "rotateKeys": "PUT /api/vault/super-admin/keys/rotate",
    "readRotation": "GET /api/vault/super-admin/keys/rotate",
    "createChatCompletion": "POST /llm/openai/v1/chat/completions",
    "createResponse": "POST /llm/openai/v1/responses",
    "createEmbeddings": "POST /llm/openai/v1/embeddings",
    "listOpenaiModels": "GET /llm/openai/v1/models",
    "readOpenaiModel": "GET /llm/openai/v1/models/{model}",
    "createMessage": "POST /llm/anthropic/v1/messages",
    "countMessageTokens": "POST /llm/anthropic/v1/messages/count_tokens",
    "listAnthropicModels": "GET /llm/anthropic/v1/models",
    "readAnthropicModel": "GET /llm/anthropic/v1/models/{model}",
    "callMcp": "POST /mcp",
    "askGuardrail": "POST /beta/litellm_basic_guardrail_api",
    "readHealth": "GET /healthz",
    "readReadiness": "GET /readyz",
    "readLiveness": "GET /livez",
    "readMetrics": "GET /metrics",
    "readKeys": "GET /.well-known/jwks.json",
    "readDocument": "GET /openapi.json",
    "readReference": "GET /docs",
}
"""Method and path of every operation."""

REPEATABLE = frozenset(
    [
        "cancelJob",
        "detect",
        "fetchToken",
        "holdNamespace",
        "mask",
        "readCustomEntity",
        "readJobs",
        "setActions",
        "setCustomEntity",
        "setDefaultPolicy",
        "setDetection",
        "setLimits",
        "setRetention",
        "setSettings",
        "setWrappers",
        "unmask",
    ]
)
"""Operations other than GET that come to the same when they are sent twice."""


class MaskItem(TypedDict):
    value: str | Mapping[str, Any] | Sequence[Any]
    """A text; with `json` also a document"""
    token_name: NotRequired[str]
    """The whole value is one token of this name; absent: auto-detect"""
    format: NotRequired[str]
    """The kind of data"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked or unmasked"""


class UnmaskItem(TypedDict):
    token_value: str | Mapping[str, Any] | Sequence[Any]
    """A token, or a text with tagged tokens in it; with `json` also a document"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked or unmasked"""


class MaskOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    known_tokens: NotRequired[Literal["keep", "mask"]]
    """`keep` leaves any text alone that may be a token of this service"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    explain: NotRequired[bool]
    """Explain for each individual token how its value was found"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """The unit of `start_pos` and `end_pos`; absent: code points"""


class MaskRequest(MaskOptions):
    mask: Sequence[MaskItem]


class UnmaskOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    strict: NotRequired[bool]
    """Exact tags, exact content, whole texts without tags: no tolerance for what language models do"""
    partial: NotRequired[bool]
    """Leave tokens without a value as they are and list them, instead of failing"""


class UnmaskRequest(UnmaskOptions):
    unmask: Sequence[UnmaskItem]


class DetectRequestDetect(TypedDict):
    value: str
    """A text to search"""


class DetectOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """The unit of `start_pos` and `end_pos`; absent: code points"""


class DetectRequest(DetectOptions):
    detect: Sequence[DetectRequestDetect]


class SubmitMaskJobRequestMask(TypedDict):
    value: str | Mapping[str, Any] | Sequence[Any]
    token_name: NotRequired[str]
    """The whole value is one token of this name; absent: auto-detect"""
    format: NotRequired[str]
    """The kind of data"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked or unmasked"""


class SubmitMaskJobOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    known_tokens: NotRequired[Literal["keep", "mask"]]
    """`keep` leaves any text alone that may be a token of this service"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    explain: NotRequired[bool]
    """Explain for each individual token how its value was found"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """The unit of `start_pos` and `end_pos`; absent: code points"""
    on_error: NotRequired[Literal["fail", "continue"]]
    empty: NotRequired[Literal["fail", "pass"]]
    callback: NotRequired[str]


class SubmitMaskJobRequest(SubmitMaskJobOptions):
    mask: Sequence[SubmitMaskJobRequestMask]


class SubmitUnmaskJobRequestUnmask(TypedDict):
    token_value: str | Mapping[str, Any] | Sequence[Any]
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked or unmasked"""


class SubmitUnmaskJobOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list it applies to all items"""
    strict: NotRequired[bool]
    """Exact tags, exact content, whole texts without tags: no tolerance for what language models do"""
    partial: NotRequired[bool]
    """Leave tokens without a value as they are and list them, instead of failing"""
    on_error: NotRequired[Literal["fail", "continue"]]
    empty: NotRequired[Literal["fail", "pass"]]
    callback: NotRequired[str]


class SubmitUnmaskJobRequest(SubmitUnmaskJobOptions):
    unmask: Sequence[SubmitUnmaskJobRequestUnmask]


class ReadJobsRequestStatus(TypedDict):
    tracking_id: str
    """As answered to the submission"""


class ReadJobsRequest(TypedDict):
    include_input: NotRequired[bool]
    """Send `input_payload` of jobs of any size"""
    status: Sequence[ReadJobsRequestStatus]


class CreatePolicyRequestData(TypedDict):
    policy_name: str


class CreatePolicyRequest(TypedDict):
    data: CreatePolicyRequestData


class DeletePolicyRequest(TypedDict):
    data: CreatePolicyRequestData


class SetDetectionRequestDataDeny(TypedDict):
    value: str
    entity_name: str


class SetDetectionRequestData(TypedDict):
    policy_name: str
    threshold: NotRequired[float]
    """Lowest score that counts as a finding"""
    thresholds: NotRequired[Mapping[str, float]]
    recall: NotRequired[float]
    """How readily names are found, from -1 to 1; 0: as trained"""
    languages: NotRequired[Sequence[Literal["en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "tr", "hi", "ja", "zh"]] | None]
    """Languages that texts may be in, each once; null: all"""
    addresses: NotRequired[Literal["whole", "parts", None]]
    """Whether an address is one value, or street, places and postcode are values of their own; null: parts if the policy looks for LOCATION or not for ADDRESS"""
    allow: NotRequired[Sequence[str]]
    """Values that stay in clear"""
    deny: NotRequired[Sequence[SetDetectionRequestDataDeny]]
    """Values that are always masked"""


class SetDetectionRequest(TypedDict):
    data: SetDetectionRequestData


class SetDefaultPolicyRequestData(TypedDict):
    policy_name: str | None
    """null: the unnamed policy"""


class SetDefaultPolicyRequest(TypedDict):
    data: SetDefaultPolicyRequestData


class SetSettingsRequestDataLink(TypedDict):
    """The token name and format that a column is masked with"""
    token_name: str
    format: NotRequired[str | None]
    """Absent: none"""


class SetSettingsRequestDataLlm(TypedDict):
    hint: NotRequired[bool]
    """Explain to the model once what tokens are"""
    media: NotRequired[Literal["refuse", "pass"]]
    """How images, audio and files are treated"""
    tools: NotRequired[Sequence[str]]
    """Tools whose arguments are unmasked; `*`: all"""


class SetSettingsRequestData(TypedDict):
    policy_name: str
    token_style: NotRequired[Literal["shape", "compact", "word", "surrogate", None]]
    """The form of tokens for detected values; null: the default of each use"""
    link: NotRequired[Mapping[str, SetSettingsRequestDataLink]]
    """Entity types whose tokens are those of a column"""
    partial: NotRequired[bool]
    """Unmask leaves tokens without a value as they are"""
    external: NotRequired[Mapping[str, Any] | None]
    """A recognizer outside of the service to ask as well; null: none"""
    llm: NotRequired[SetSettingsRequestDataLlm]


class SetSettingsRequest(TypedDict):
    data: SetSettingsRequestData


class SetActionsRequestDataMetadata(TypedDict):
    anonymizable_entities: NotRequired[Sequence[str]]
    """Replaced irreversibly"""
    pseudonymizable_entities: NotRequired[Sequence[str]]
    """Replaced by tokens"""
    excluded_entities: NotRequired[Sequence[str]]
    """Left in clear"""


class SetActionsRequestData(TypedDict):
    policy_name: str
    metadata: SetActionsRequestDataMetadata


class SetActionsRequest(TypedDict):
    data: SetActionsRequestData


class SetWrappersRequestDataMetadata(TypedDict):
    entity_name: str
    format_prefix: NotRequired[str]
    """Prefix of its tokens"""
    format_suffix: NotRequired[str]
    """Suffix of its tokens"""


class SetWrappersRequestData(TypedDict):
    policy_name: str
    metadata: Sequence[SetWrappersRequestDataMetadata]


class SetWrappersRequest(TypedDict):
    data: SetWrappersRequestData


class SetCustomEntityRequestDataValidator(TypedDict):
    min_length: int
    max_length: int


class SetCustomEntityRequestData(TypedDict):
    policy_name: str
    entity_name: str
    """Also the name in its tags; not the name of a built-in type"""
    description: NotRequired[str | None]
    token_name: NotRequired[str | None]
    """Token name of its values; absent: Text Token"""
    format: NotRequired[str | None]
    pattern: NotRequired[str | None]
    """A regular expression (RE2); this or `words`"""
    words: NotRequired[Sequence[str] | None]
    """Found as whole words; this or `pattern`"""
    match_case: NotRequired[bool | None]
    """Letter case counts; absent: it does not"""
    context_words: NotRequired[Sequence[str] | None]
    """One of these words must be near the value; absent: no such condition"""
    validator: NotRequired[Literal["luhn", "mod97"] | SetCustomEntityRequestDataValidator | None]
    """A check of each match; lengths count letters and digits"""


class SetCustomEntityRequest(TypedDict):
    data: SetCustomEntityRequestData


class ReadCustomEntityRequestData(TypedDict):
    policy_name: str
    entity_name: str


class ReadCustomEntityRequest(TypedDict):
    data: ReadCustomEntityRequestData


class DeleteCustomEntityRequest(TypedDict):
    data: ReadCustomEntityRequestData


class DeleteByAgeRequestData(TypedDict):
    date: str
    """`YYYY-MM-DD`; at most tomorrow, in UTC"""


class DeleteByAgeRequestData2(TypedDict):
    duration: int
    """Days"""


class DeleteByAgeRequest(TypedDict):
    data: DeleteByAgeRequestData | DeleteByAgeRequestData2
    dry_run: NotRequired[bool]
    """Only count what would be deleted"""


class EraseByValueRequestData(TypedDict):
    values: Sequence[str]


class EraseByValueRequest(TypedDict):
    data: EraseByValueRequestData
    dry_run: NotRequired[bool]
    """Only count what would be deleted"""


class EraseByTokenRequestData(TypedDict):
    tokens: Sequence[str]


class EraseByTokenRequest(TypedDict):
    data: EraseByTokenRequestData
    dry_run: NotRequired[bool]
    """Only count what would be deleted"""


class EraseByAttributeRequestData(TypedDict):
    key: str
    value: Any
    """Any JSON"""


class EraseByAttributeRequest(TypedDict):
    data: EraseByAttributeRequestData
    dry_run: NotRequired[bool]
    """Only count what would be deleted"""


class SetRetentionRequestData(TypedDict):
    duration: int | None
    """Days; null: no rule"""


class SetRetentionRequest(TypedDict):
    data: SetRetentionRequestData


class DeleteAuditRecordsRequest(TypedDict):
    data: DeleteByAgeRequestData | DeleteByAgeRequestData2
    dry_run: NotRequired[bool]
    """Only count what would be deleted"""


class GenerateTokenRequestData(TypedDict):
    namespace_name: str
    """Created if it does not exist"""
    _id: str
    """The user the token is for"""
    permissions: Sequence[Literal["mask", "unmask", "metadata_change"]]
    start_date: NotRequired[str | None]
    """The first day it is valid on; absent: today"""
    end_date: NotRequired[str | None]
    """The last day it is valid on; absent: 365 days later"""
    jurisdiction: NotRequired[Literal["eu", "fedramp", "us", None]]
    """Where Cloudflare keeps a new namespace"""
    policy_name: NotRequired[str | None]
    """The policy for requests that name none; it need not exist yet"""
    limits: NotRequired[Mapping[str, Any] | None]
    """For this token alone, in addition to its namespace's; absent: none"""
    unmask: NotRequired[Mapping[str, Any] | None]
    """Restrictions of a token with the permission unmask; absent: none"""


class GenerateTokenRequest(TypedDict):
    data: GenerateTokenRequestData


class FetchTokenRequestData(TypedDict):
    namespace_name: str
    _id: str
    """The user the token is for"""


class FetchTokenRequest(TypedDict):
    data: FetchTokenRequestData


class DeactivateTokenRequestData(TypedDict):
    auth_token: NotRequired[str | None]
    """The token"""
    namespace_name: NotRequired[str | None]
    """Together with `token_id`, instead of the token"""
    token_id: NotRequired[str | None]
    """As shown by `list`"""


class DeactivateTokenRequest(TypedDict):
    data: DeactivateTokenRequestData


class CreateOperatorRequestData(TypedDict):
    name: str
    """A label, stored and logged in clear: at most 64 letters, digits, `.`, `_` and `-`"""
    scopes: Sequence[Literal["read", "tokens", "erase", "keys"]]
    end_date: NotRequired[str | None]
    """The last day it is valid on, at most 365 days away; absent: in 90 days"""


class CreateOperatorRequest(TypedDict):
    data: CreateOperatorRequestData


class DeactivateOperatorRequestData(TypedDict):
    operator_id: str


class DeactivateOperatorRequest(TypedDict):
    data: DeactivateOperatorRequestData


class HoldNamespaceRequestData(TypedDict):
    namespace_name: str
    hold: bool
    """true: set it; false: end it"""


class HoldNamespaceRequest(TypedDict):
    data: HoldNamespaceRequestData


class SetLimitsRequestData(TypedDict):
    namespace_name: str
    limits: Mapping[str, Any] | None
    """For all its tokens together; null: none"""


class SetLimitsRequest(TypedDict):
    data: SetLimitsRequestData


class DeleteNamespaceRequestData(TypedDict):
    namespace_to_be_deleted: str


class DeleteNamespaceRequest(TypedDict):
    data: DeleteNamespaceRequestData


class ReplayReceiptsRequestDataReceipts(TypedDict):
    receipt: str
    replay: NotRequired[Mapping[str, Any] | None]


class ReplayReceiptsRequestData(TypedDict):
    receipts: Sequence[str | ReplayReceiptsRequestDataReceipts]
    """As shown by job-status; those about one person with their replay parts"""


class ReplayReceiptsRequest(TypedDict):
    data: ReplayReceiptsRequestData


class ReAnchorRequestData(TypedDict):
    namespace_name: str
    confirm: NotRequired[Mapping[str, Any] | None]
    """The positions that were shown; absent: nothing is changed"""


class ReAnchorRequest(TypedDict):
    data: ReAnchorRequestData


CreateChatCompletionRequest: TypeAlias = 'Mapping[str, Any]'
"""As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`)."""


CreateResponseRequest: TypeAlias = 'Mapping[str, Any]'
"""As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`)."""


CreateEmbeddingsRequest: TypeAlias = 'Mapping[str, Any]'
"""As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`)."""


CreateMessageRequest: TypeAlias = 'Mapping[str, Any]'
"""As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`)."""


CountMessageTokensRequest: TypeAlias = 'Mapping[str, Any]'
"""As defined by the provider's API. Unlisted members pass if they contain no text; otherwise the request is refused (`unknown_member`)."""


class CallMcpRequest(TypedDict):
    jsonrpc: Literal["2.0"]
    id: NotRequired[str | int]
    """Absent: a notification"""
    method: NotRequired[str]
    """`tools/list`, `tools/call`, `initialize`, `server/discover`, `ping`; absent: an answer, which gets no reply"""
    params: NotRequired[Mapping[str, Any]]
    """For `tools/call`: `name`, and `arguments`, whose schemas are in the answer to `tools/list`. `mask` and `detect` take `text` and `policy_name`, `unmask` takes `text`, `erase` takes one of `values`, `tokens`, `attribute`, and `dry_run`"""


class AskGuardrailRequest(TypedDict):
    input_type: Literal["request", "response"]
    texts: NotRequired[Sequence[str] | None]
    images: NotRequired[Sequence[str] | None]
    """One blocks the call, unless the policy's `llm.media` is `pass`"""
    tools: NotRequired[Sequence[Mapping[str, Any]] | None]
    """As in Chat Completions: texts that people wrote in them are masked"""
    structured_messages: NotRequired[Sequence[Mapping[str, Any]] | None]
    """The same texts as messages of Chat Completions; only here are arguments of tool calls masked"""
    tool_calls: NotRequired[Sequence[Mapping[str, Any]] | None]
    """One blocks the call if there are no `structured_messages`"""
    litellm_call_id: NotRequired[str | None]
    """Links an answer to the tokens of its request"""
    litellm_trace_id: NotRequired[str | None]
    """Used if that is absent"""
    additional_provider_specific_params: NotRequired[Mapping[str, Any] | None]


class MaskedItemIndividualTokens(TypedDict):
    value: str
    """The original text"""
    pii_type: str
    """The entity type"""
    token: str
    """Its token, without tags"""
    prefix: str
    """The prefix of the token"""
    suffix: str
    """The suffix of the token"""
    start_pos: int
    """Start: Unicode code points from 0, or UTF-16 units"""
    end_pos: int
    """End, exclusive"""
    recognizer: NotRequired[str]
    """The recognizer that found it"""
    score: NotRequired[float]
    """The score, from 0 to 1"""
    reason: NotRequired[str]
    """Why it counts, in words"""
    language: NotRequired[str]
    """For findings of the tagger: the language of the text (ISO 639-1)"""
    path: NotRequired[str]
    """In a document: JSON Pointer to the text it was found in"""


class MaskedItem(TypedDict):
    """An item and its masked value"""
    value: str | dict[str, Any] | list[Any]
    """A text; if the item has `json`, also an object or an array"""
    token_name: NotRequired[str]
    """As sent"""
    format: NotRequired[str]
    """As sent"""
    attributes: NotRequired[Any]
    """As sent"""
    json: NotRequired[bool]
    """As sent"""
    numbers: NotRequired[list[str]]
    """As sent"""
    token_value: str | dict[str, Any] | list[Any]
    """The masked value"""
    format_applied: NotRequired[str]
    """The format of its token, if the value does not fit the requested one"""
    individual_tokens: NotRequired[list[MaskedItemIndividualTokens]]
    """The findings of auto-detect; absent with a `token_name`"""


class UnmaskedItem(TypedDict):
    """An item and its original value"""
    token_value: str | dict[str, Any] | list[Any]
    """A text; if the item has `json`, also an object or an array"""
    attributes: NotRequired[Any]
    """As sent"""
    json: NotRequired[bool]
    """As sent"""
    numbers: NotRequired[list[str]]
    """As sent"""
    value: str | dict[str, Any] | list[Any]
    """The original value"""
    unresolved: NotRequired[list[str]]
    """With `partial`: tokens in it without a value"""


class DetectedItemEntities(TypedDict):
    value: str
    """The text found"""
    pii_type: str
    """The entity type"""
    start_pos: int
    """Start: Unicode code points from 0, or UTF-16 units"""
    end_pos: int
    """End, exclusive"""
    score: float
    """The score, from 0 to 1"""
    recognizer: str
    """The recognizer that found it"""
    reason: str
    """Why it counts, in words"""
    language: NotRequired[str]
    """For findings of the tagger: the language of the text (ISO 639-1)"""


class DetectedItem(TypedDict):
    """A text and what masking would find in it"""
    value: str
    entities: list[DetectedItemEntities]


class JobRecordResultError(TypedDict):
    message: str
    """The message; never repeats a submitted value"""
    code: ErrorCode
    item_index: NotRequired[int]
    """Position of the item to blame, from 0"""
    allowed: NotRequired[list[str]]
    """The values that are allowed instead"""


class JobRecordResult(TypedDict):
    """The failure of an item"""
    error: JobRecordResultError


class JobRecord(TypedDict):
    """A background job"""
    tracking_id: str
    """Identifies background work"""
    call_type: Literal["mask", "unmask", None]
    """null: unknown id"""
    error_msg: str | None
    """Why it FAILED, in words"""
    submitted_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    completed_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED"]
    error_code: ErrorCode | None
    """Why it FAILED, as an error code"""
    error_item_index: int | None
    """The item to blame, from 0"""
    progress: dict[str, Any] | None
    """In items"""
    expires_at: str | None
    """When its result is deleted"""
    input_payload: dict[str, Any] | None
    """The submitted items: for jobs of up to 100 items, or with `include_input`"""
    result: list[MaskedItem | JobRecordResult] | list[UnmaskedItem | JobRecordResult] | None
    """With SUCCESS: the `data` of the synchronous operation"""


class DeletionRecordProgress(TypedDict):
    cleared: int
    total: int | None
    """null until counted"""
    percent: int | None


class DeletionRecordResponseMatch(TypedDict):
    """Numbers of matching mappings, by kind of match"""
    exact: int
    normalised: int
    contained: int


class DeletionRecordResponse(TypedDict):
    cleared_records: int
    message: str
    match: NotRequired[DeletionRecordResponseMatch]
    """Numbers of matching mappings, by kind of match"""
    kept_shared: NotRequired[int]
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: NotRequired[int]
    """Attribute pairs removed from mappings of other values"""
    jobs_purged: NotRequired[int]
    mask_jobs_still_open: NotRequired[int]
    """Mask jobs with a match that had not ended at the time"""


class DeletionRecordResponse2(TypedDict):
    dry_run: Literal[True]
    would_clear: int
    match: DeletionRecordResponseMatch
    """Numbers of matching mappings, by kind of match"""
    kept_shared: int
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: int
    """Attribute pairs removed from mappings of other values"""


class DeletionRecordReplay(TypedDict):
    """With `include_replay`: sealed data that a replay needs"""
    search: list[str]
    found: list[str]


class DeletionRecord(TypedDict):
    """A deletion: its progress and its receipt"""
    tracking_id: str
    """Identifies background work"""
    requested_user: str
    requested_timestamp: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED"]
    error_message: str
    """Why it waits; empty otherwise"""
    progress: DeletionRecordProgress
    receipt: str | None
    """The signed receipt (JWS), once it has succeeded"""
    job_type: Literal["data-deletion"]
    dry_run: NotRequired[Literal[True]]
    """A dry run; the response has its counts"""
    response: DeletionRecordResponse | DeletionRecordResponse2 | None
    blocked: dict[str, Any] | None
    """Why it waits after a failed try; null otherwise"""
    quarantined: int
    """Records that it could not open"""
    replay: NotRequired[DeletionRecordReplay]
    """With `include_replay`: sealed data that a replay needs"""


ErrorCode: TypeAlias = 'Literal["not_found", "method_not_allowed", "unsupported_media_type", "encoded_body", "unsupported_stream_type", "payload_too_large", "body_too_slow", "too_many_chunks", "overloaded", "too_many_items", "too_many_entities", "too_costly", "too_many_attributes", "too_much_beside_list", "item_too_large", "unreadable_body", "invalid_gzip", "invalid_utf8", "invalid_json", "invalid_body", "too_many_parts", "too_deep", "empty_payload", "mask_missing", "unmask_missing", "detect_missing", "status_missing", "data_missing", "invalid_field", "invalid_page_token", "policy_unknown", "policy_exists", "policy_changed", "policy_is_default", "too_many_policies", "too_many_wrappers", "invalid_policy_name", "unknown_entity", "custom_entity_unknown", "invalid_pattern", "invalid_wrapper", "policy_too_large", "policy_too_complex", "entity_denied", "recognizer_unavailable", "missing_value", "missing_token_name", "unknown_token_name", "missing_format", "unknown_format", "format_not_for_token_name", "missing_token_value_field", "missing_token_value", "invalid_text", "value_too_long", "value_too_complex", "number_out_of_range", "token_in_name", "invalid_attributes", "masked_too_long", "anonymized", "unmask_failed", "unmasked_too_large", "date_or_duration_missing", "date_and_duration", "invalid_date_format", "invalid_date", "date_in_future", "invalid_duration", "duration_too_long", "submission_under_way", "idempotency_key_reused", "idempotency_key_spent", "unauthenticated", "token_not_valid_now", "forbidden", "reason_required", "unmask_limit_reached", "rate_limited", "provider_unknown", "provider_unreachable", "provider_too_slow", "provider_unreadable", "provider_refused_key", "provider_cut_off", "background_refused", "tracking_id_unknown", "namespace_unknown", "token_unknown", "jurisdiction_unsupported", "result_too_large", "too_many_jobs", "too_many_deletions", "too_many_deletions_per_day", "storage_full", "busy", "audit_unwritable", "not_configured", "root_key_mismatch", "unavailable", "namespace_being_deleted", "namespace_deletion_open", "too_many_namespaces", "ledger_ahead", "replay_expired", "anchor_changed", "receipt_invalid", "replay_parts_missing", "no_result", "cancelled", "erased", "internal"]'
"""Stable, for programs"""


class NoError(TypedDict):
    """Empty for a success"""
    message: Literal[""]


class MaskAnswer(TypedDict):
    data: list[MaskedItem]
    success: Literal[True]
    error: NoError


class UnmaskAnswer(TypedDict):
    data: list[UnmaskedItem]
    success: Literal[True]
    error: NoError


class DetectAnswer(TypedDict):
    data: list[DetectedItem]
    success: Literal[True]
    error: NoError


class SubmitMaskJobAnswerData(TypedDict):
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING"]


class SubmitMaskJobAnswer(TypedDict):
    data: list[SubmitMaskJobAnswerData]
    success: Literal[True]
    error: NoError


class SubmitUnmaskJobAnswer(TypedDict):
    data: list[SubmitMaskJobAnswerData]
    success: Literal[True]
    error: NoError


class ReadJobsAnswer(TypedDict):
    data: list[JobRecord]
    success: Literal[True]
    error: NoError


class ListJobsAnswerData(TypedDict):
    """Progress of a job"""
    tracking_id: str
    """Identifies background work"""
    call_type: Literal["mask", "unmask", None]
    """null: unknown id"""
    error_msg: str | None
    """Why it FAILED, in words"""
    submitted_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    completed_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"]
    error_code: ErrorCode | None
    """Why it FAILED, as an error code"""
    error_item_index: int | None
    """The item to blame, from 0"""
    progress: dict[str, Any] | None
    """In items"""
    expires_at: str | None
    """When its result is deleted"""
    items_per_second: float | None
    """The average since it began"""
    estimated_completion_time: str | None
    """When it will end at that rate; only while it is IN-PROGRESS"""


class ListJobsAnswer(TypedDict):
    data: list[ListJobsAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class ReadJobAnswer(TypedDict):
    data: ListJobsAnswerData
    """Progress of a job"""
    success: Literal[True]
    error: NoError


class ReadJobResultsAnswer(TypedDict):
    data: list[MaskedItem | JobRecordResult] | list[UnmaskedItem | JobRecordResult]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class CancelJobAnswerData(TypedDict):
    """A job and its status now: CANCELLED, unless it had already ended"""
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"]


class CancelJobAnswer(TypedDict):
    data: CancelJobAnswerData
    """A job and its status now: CANCELLED, unless it had already ended"""
    success: Literal[True]
    error: NoError


class ListTokenTypesAnswerDataTokenTypesExample(TypedDict):
    """An example value and its token"""
    value: str
    token_value: str


class ListTokenTypesAnswerDataTokenTypes(TypedDict):
    token_name: str
    formats: list[str]
    """Formats that it can be used with"""
    example: ListTokenTypesAnswerDataTokenTypesExample
    """An example value and its token"""


class ListTokenTypesAnswerData(TypedDict):
    token_types: list[ListTokenTypesAnswerDataTokenTypes]


class ListTokenTypesAnswer(TypedDict):
    data: ListTokenTypesAnswerData
    success: Literal[True]
    error: NoError


class ListFormatsAnswerDataFormats(TypedDict):
    format: str
    token_names: list[str]
    """Token names that it can be used with"""
    example: ListTokenTypesAnswerDataTokenTypesExample
    """An example value and its token"""


class ListFormatsAnswerData(TypedDict):
    formats: list[ListFormatsAnswerDataFormats]


class ListFormatsAnswer(TypedDict):
    data: ListFormatsAnswerData
    success: Literal[True]
    error: NoError


class ListEntityTypesAnswerDataEntities(TypedDict):
    entity_name: str
    entity_type: str
    """The category"""
    tag: str
    """The name in the tags around its tokens"""
    token_name: str
    """The token name of its values, as in a mask request"""
    format: str | None
    """The same"""
    default: bool
    """Whether requests without a policy look for it"""
    counts_as: str | None
    """The entity type that it counts as where the policy does not look for it"""
    description: str


class ListEntityTypesAnswerData(TypedDict):
    entities: list[ListEntityTypesAnswerDataEntities]


class ListEntityTypesAnswer(TypedDict):
    data: ListEntityTypesAnswerData
    success: Literal[True]
    error: NoError


class CreatePolicyAnswerData(TypedDict):
    message: str


class CreatePolicyAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class ListPoliciesAnswerData(TypedDict):
    policies: list[str]


class ListPoliciesAnswer(TypedDict):
    data: ListPoliciesAnswerData
    success: Literal[True]
    error: NoError


class DeletePolicyAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class SetDetectionAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class SetDefaultPolicyAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class ReadDefaultPolicyAnswerData(TypedDict):
    policy_name: str | None
    """null: the unnamed policy"""


class ReadDefaultPolicyAnswer(TypedDict):
    data: ReadDefaultPolicyAnswerData
    success: Literal[True]
    error: NoError


class SetSettingsAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class ReadSettingsAnswerDataLink(TypedDict):
    token_name: str
    format: str | None


class ReadSettingsAnswerDataLlm(TypedDict):
    hint: bool
    """Whether language models are told what tokens are"""
    media: Literal["refuse", "pass"]
    """How images, audio and files are treated"""
    tools: list[str]
    """Tools whose arguments get values; `*`: all"""


class ReadSettingsAnswerData(TypedDict):
    policy_name: str
    token_style: Literal["shape", "compact", "word", "surrogate", None]
    """null: the default of each use"""
    link: dict[str, ReadSettingsAnswerDataLink]
    """Entity types whose tokens are those of a column"""
    partial: bool
    """Unmask leaves tokens without a value as they are"""
    external: dict[str, Any] | None
    """A recognizer outside of the service that is asked as well"""
    llm: ReadSettingsAnswerDataLlm


class ReadSettingsAnswer(TypedDict):
    data: ReadSettingsAnswerData
    success: Literal[True]
    error: NoError


class ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities(TypedDict):
    entity_name: str
    entity_type: str
    """The category"""
    prefix: str
    suffix: str
    description: str


class ReadPoliciesAnswerDataDetailsMetadata(TypedDict):
    anonymizable_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Replaced irreversibly"""
    pseudonymizable_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Replaced by tokens"""
    excluded_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Left in clear"""
    available_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Not looked for by default"""


class ReadPoliciesAnswerDataDetailsDetectionDeny(TypedDict):
    value: str
    entity_name: str


class ReadPoliciesAnswerDataDetailsDetection(TypedDict):
    threshold: float
    """Lowest score that counts as a finding"""
    thresholds: dict[str, float]
    """The same for single entity types"""
    recall: float
    """How readily names are found, -1 to 1"""
    languages: list[str] | None
    """Languages that texts may be in (ISO 639-1); null: all"""
    addresses: Literal["whole", "parts", None]
    """How addresses are found; null: in parts if the policy looks for LOCATION or not for ADDRESS"""
    allow: NotRequired[list[str]]
    """Only if the request names a policy"""
    deny: NotRequired[list[ReadPoliciesAnswerDataDetailsDetectionDeny]]
    """Only if the request names a policy"""


class ReadPoliciesAnswerDataDetails(TypedDict):
    """A policy: how each entity type is found and masked"""
    policy_name: str
    metadata: ReadPoliciesAnswerDataDetailsMetadata
    detection: ReadPoliciesAnswerDataDetailsDetection


class ReadPoliciesAnswerData(TypedDict):
    details: list[ReadPoliciesAnswerDataDetails]
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class ReadPoliciesAnswer(TypedDict):
    data: ReadPoliciesAnswerData
    success: Literal[True]
    error: NoError


class SetActionsAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class SetWrappersAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class SetCustomEntityAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class ReadCustomEntityAnswerDataValidator(TypedDict):
    min_length: int
    max_length: int


class ReadCustomEntityAnswerData(TypedDict):
    """An entity type that a policy defines"""
    entity_name: str
    entity_type: Literal["CUSTOM"]
    description: str
    token_name: str
    format: str | None
    pattern: str | None
    words: list[str]
    match_case: bool
    context_words: list[str]
    validator: Literal["luhn", "mod97"] | ReadCustomEntityAnswerDataValidator | None
    prefix: str
    suffix: str


class ReadCustomEntityAnswer(TypedDict):
    data: ReadCustomEntityAnswerData
    """An entity type that a policy defines"""
    success: Literal[True]
    error: NoError


class DeleteCustomEntityAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class DeleteByAgeAnswerData(TypedDict):
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING"]
    job_type: Literal["data-deletion"]


class DeleteByAgeAnswerData2ByDay(TypedDict):
    date: str
    mappings: int


class DeleteByAgeAnswerData2(TypedDict):
    """With `dry_run`"""
    dry_run: Literal[True]
    would_clear: int
    by_day: list[DeleteByAgeAnswerData2ByDay]


class DeleteByAgeAnswer(TypedDict):
    data: DeleteByAgeAnswerData | DeleteByAgeAnswerData2
    success: Literal[True]
    error: NoError


class EraseByValueAnswerData(TypedDict):
    """With `dry_run`"""
    dry_run: Literal[True]
    would_clear: int
    match: DeletionRecordResponseMatch
    """Numbers of matching mappings, by kind of match"""
    kept_shared: int
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: int
    """Attribute pairs removed from mappings of other values"""


class EraseByValueAnswerData2(TypedDict):
    """With `dry_run` in a large namespace, which counts in the background"""
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING"]
    job_type: Literal["data-deletion"]
    dry_run: Literal[True]


class EraseByValueAnswer(TypedDict):
    data: DeleteByAgeAnswerData | EraseByValueAnswerData | EraseByValueAnswerData2
    success: Literal[True]
    error: NoError


class ReadDeletionAnswer(TypedDict):
    data: DeletionRecord
    success: Literal[True]
    error: NoError


class SetRetentionAnswerData(TypedDict):
    duration: int | None
    """Days that a mapping is kept; null: no rule"""
    would_clear: int
    """Mappings that the rule covers now"""


class SetRetentionAnswer(TypedDict):
    data: SetRetentionAnswerData
    success: Literal[True]
    error: NoError


class ReadRetentionAnswerData(TypedDict):
    duration: int | None
    """Days that a mapping is kept; null: no rule"""
    last_tracking_id: str | None
    """The last deletion that the rule started"""
    paused_by: NotRequired[Literal["legal hold"]]


class ReadRetentionAnswer(TypedDict):
    data: ReadRetentionAnswerData
    success: Literal[True]
    error: NoError


class ReadAuditAnswerData(TypedDict):
    requested_method: str
    """The operation's path, without ids"""
    requested_user: str
    requested_time: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["success", "failure"]
    input_payload: None
    """Always null: the request is not recorded"""
    response: None
    """Always null: the answer is not recorded"""
    error_log: str
    """Code of the failure; empty for a success"""
    request_id: str
    token_id: str
    duration_ms: float
    items: NotRequired[int]
    """Items in the request's list"""
    entities: NotRequired[dict[str, int]]
    """Values found in texts, by entity type"""
    policy: NotRequired[str]
    """As named by the request"""
    tracking_id: NotRequired[str]
    """The submitted job; with `job` as user, the job whose work is recorded"""
    reason: NotRequired[str]
    """The request's `X-Audit-Reason`"""


class ReadAuditAnswer(TypedDict):
    data: list[ReadAuditAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class DeleteAuditRecordsAnswerData(TypedDict):
    dry_run: Literal[True]
    would_clear: int


class DeleteAuditRecordsAnswer(TypedDict):
    data: DeleteByAgeAnswerData | DeleteAuditRecordsAnswerData
    success: Literal[True]
    error: NoError


class ReadUsageAnswerDataDetails(TypedDict):
    namespace: str
    start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    no_of_hits: dict[str, int]
    """By operation, and `total`"""


class ReadUsageAnswerData(TypedDict):
    details: list[ReadUsageAnswerDataDetails]
    next_page_token: str | None


class ReadUsageAnswer(TypedDict):
    data: ReadUsageAnswerData
    success: Literal[True]
    error: NoError


class ReadAllNamespacesUsageAnswerDataDetails(TypedDict):
    namespace: str
    start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    count: int


class ReadAllNamespacesUsageAnswerData(TypedDict):
    details: list[ReadAllNamespacesUsageAnswerDataDetails]
    next_page_token: str | None


class ReadAllNamespacesUsageAnswer(TypedDict):
    data: ReadAllNamespacesUsageAnswerData
    success: Literal[True]
    error: NoError


class ReadNamespaceUsageAnswerDataDetails(TypedDict):
    date: str
    """`YYYY-MM-DD`"""
    api_type: str
    status: str
    """`success`, or the code of a failure"""
    count: int
    items: int
    """Items in the requests' lists"""


class ReadNamespaceUsageAnswerData(TypedDict):
    details: list[ReadNamespaceUsageAnswerDataDetails]
    next_page_token: str | None


class ReadNamespaceUsageAnswer(TypedDict):
    data: ReadNamespaceUsageAnswerData
    success: Literal[True]
    error: NoError


class ReadUsersUsageAnswerDataDetails(TypedDict):
    date: str
    """`YYYY-MM-DD`"""
    api_type: str
    status: str
    """`success`, or the code of a failure"""
    count: int
    items: int
    """Items in the requests' lists"""
    user: str | None
    """null: no token of the user is left"""
    logged_in_time: float
    """Total time of the requests, in seconds"""


class ReadUsersUsageAnswerData(TypedDict):
    details: list[ReadUsersUsageAnswerDataDetails]
    next_page_token: str | None


class ReadUsersUsageAnswer(TypedDict):
    data: ReadUsersUsageAnswerData
    success: Literal[True]
    error: NoError


class GenerateTokenAnswerDataNamespaceCreation(TypedDict):
    """Only with a namespace's first token"""
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING"]
    job_type: Literal["namespace-creation"]


class GenerateTokenAnswerData(TypedDict):
    auth_key: str
    """The token"""
    namespace_creation: NotRequired[GenerateTokenAnswerDataNamespaceCreation]
    """Only with a namespace's first token"""


class GenerateTokenAnswer(TypedDict):
    data: GenerateTokenAnswerData
    success: Literal[True]
    error: NoError


class FetchTokenAnswerDataLimits(TypedDict):
    """Its own limits, if it has any"""
    requests_per_second: NotRequired[int]
    values_per_second: NotRequired[int]


class FetchTokenAnswerDataUnmask(TypedDict):
    """Its restrictions when it unmasks, if it has any"""
    entity_types: NotRequired[list[str]]
    policies: NotRequired[list[str | None]]
    values_per_hour: NotRequired[int]
    reveal: NotRequired[Literal["partial", "none"]]
    reason_required: NotRequired[Literal[True]]


class FetchTokenAnswerData(TypedDict):
    auth_token: str | None
    """The token; null where it is not shown (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, as in audit records"""
    namespace_id: str
    """Its namespace's id, as in receipts"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its own policy, if it has one"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its own limits, if it has any"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """Its restrictions when it unmasks, if it has any"""
    namespace: str


class FetchTokenAnswer(TypedDict):
    data: FetchTokenAnswerData
    success: Literal[True]
    error: NoError


class DeactivateTokenAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class ListTokensAnswerData(TypedDict):
    auth_token: str | None
    """The token; null where it is not shown (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, as in audit records"""
    namespace_id: str
    """Its namespace's id, as in receipts"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its own policy, if it has one"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its own limits, if it has any"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """Its restrictions when it unmasks, if it has any"""
    namespace: str
    active: bool
    """false: deactivated"""


class ListTokensAnswer(TypedDict):
    data: list[ListTokensAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class ReadTokenAnswerData(TypedDict):
    auth_token: str | None
    """The token; null where it is not shown (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, as in audit records"""
    namespace_id: str
    """Its namespace's id, as in receipts"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its own policy, if it has one"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its own limits, if it has any"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """Its restrictions when it unmasks, if it has any"""
    namespace_name: str
    active: bool
    """false: deactivated"""


class ReadTokenAnswer(TypedDict):
    data: ReadTokenAnswerData
    success: Literal[True]
    error: NoError


class CreateOperatorAnswerData(TypedDict):
    operator_id: str
    """Its id, as in audit records and logs"""
    name: str
    scopes: list[Literal["read", "tokens", "erase", "keys"]]
    end_date: str
    """The last day it is valid on"""
    auth_token: str
    """The credential; shown only in this answer"""


class CreateOperatorAnswer(TypedDict):
    data: CreateOperatorAnswerData
    success: Literal[True]
    error: NoError


class ListOperatorsAnswerData(TypedDict):
    operator_id: str
    """Its id, as in audit records and logs"""
    name: str
    scopes: list[Literal["read", "tokens", "erase", "keys"]]
    end_date: str
    """The last day it is valid on"""
    created: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""


class ListOperatorsAnswer(TypedDict):
    data: list[ListOperatorsAnswerData]
    success: Literal[True]
    error: NoError


class DeactivateOperatorAnswer(TypedDict):
    data: CreatePolicyAnswerData
    success: Literal[True]
    error: NoError


class HoldNamespaceAnswerData(TypedDict):
    namespace_name: str
    hold: bool


class HoldNamespaceAnswer(TypedDict):
    data: HoldNamespaceAnswerData
    success: Literal[True]
    error: NoError


class SetLimitsAnswerDataLimits(TypedDict):
    requests_per_second: NotRequired[int]
    values_per_second: NotRequired[int]


class SetLimitsAnswerData(TypedDict):
    namespace_name: str
    limits: SetLimitsAnswerDataLimits


class SetLimitsAnswer(TypedDict):
    data: SetLimitsAnswerData
    success: Literal[True]
    error: NoError


class ReadLimitsAnswer(TypedDict):
    data: SetLimitsAnswerData
    success: Literal[True]
    error: NoError


class DeleteNamespaceAnswerData(TypedDict):
    tracking_id: str
    """Identifies background work"""
    status: Literal["PENDING"]
    job_type: Literal["namespace-deletion"]
    namespace_to_be_deleted: str


class DeleteNamespaceAnswer(TypedDict):
    data: DeleteNamespaceAnswerData
    success: Literal[True]
    error: NoError


class ReadNamespaceJobAnswerData(TypedDict):
    """Creation or deletion of a namespace"""
    tracking_id: str
    """Identifies background work"""
    requested_user: str
    requested_timestamp: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED"]
    error_message: str
    """Why it waits; empty otherwise"""
    progress: DeletionRecordProgress
    receipt: str | None
    """The signed receipt (JWS), once it has succeeded"""
    job_type: Literal["namespace-creation"] | Literal["namespace-deletion"]
    process_start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    response: dict[str, Any] | None


class ReadNamespaceJobAnswer(TypedDict):
    data: ReadNamespaceJobAnswerData
    """Creation or deletion of a namespace"""
    success: Literal[True]
    error: NoError


class ReadLedgerAnswerData(TypedDict):
    nid: str
    """The namespace's id"""
    position: int
    hash: str
    """SHA-256 of the entry's text"""
    entry: NotRequired[str]
    """The entry's text"""
    checkpoint: NotRequired[str]
    """Instead of an entry: a signed statement about all entries up to here (JWS)"""


class ReadLedgerAnswer(TypedDict):
    data: list[ReadLedgerAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """The `next_page_token` for the next page; null on the last page"""


class ReplayReceiptsAnswerDataReceipts(TypedDict):
    tracking_id: str
    """Identifies background work"""
    status: Literal["replayed", "known"]
    """known: the ledger already had it"""


class ReplayReceiptsAnswerData(TypedDict):
    receipts: list[ReplayReceiptsAnswerDataReceipts]


class ReplayReceiptsAnswer(TypedDict):
    data: ReplayReceiptsAnswerData
    success: Literal[True]
    error: NoError


class ReAnchorAnswerData(TypedDict):
    namespace_name: str
    problem: Literal["ledger_ahead", "replay_expired", None]
    """Why it does not serve; null: it does"""
    namespace_position: int
    ledger_position: int
    written_again: list[str]
    """Erasures that the ledger lacks"""
    repeated: list[str]
    """Erasures that this data lacks"""
    not_repeatable: list[str]
    """Erasures that cannot be repeated: their values are in this data again"""
    not_repeatable_folded: int
    """How many more of these may be among the ledger's folded entries"""
    done: bool


class ReAnchorAnswer(TypedDict):
    data: ReAnchorAnswerData
    success: Literal[True]
    error: NoError


class RotateKeysAnswerDataOlderVersions(TypedDict):
    version: int
    may_go: bool
    """No stored key needs it any more"""


class RotateKeysAnswerData(TypedDict):
    tracking_id: str | None
    """Identifies background work"""
    status: Literal["NONE", "IN-PROGRESS", "SUCCESS"]
    """NONE: no rotation to this version has begun"""
    version: int
    """The newest version of the root key"""
    older_versions: list[RotateKeysAnswerDataOlderVersions]
    requested_timestamp: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    namespaces: int
    """Namespaces visited in this round"""
    wrapped_keys: int
    """Keys wrapped with the new version"""
    unreadable_keys: int
    """Keys that are damaged: no version opens them"""
    error_message: str
    """A namespace that failed, and will be visited again"""


class RotateKeysAnswer(TypedDict):
    data: RotateKeysAnswerData
    success: Literal[True]
    error: NoError


class ReadRotationAnswer(TypedDict):
    data: RotateKeysAnswerData
    success: Literal[True]
    error: NoError


CreateChatCompletionAnswer: TypeAlias = 'dict[str, Any]'
"""As defined by the provider's API"""


class CallMcpAnswerError(TypedDict):
    code: int
    message: str
    data: NotRequired[Any]


class CallMcpAnswer(TypedDict):
    """An answer of JSON-RPC 2.0: a result, or an error"""
    jsonrpc: Literal["2.0"]
    id: str | float | None
    result: NotRequired[dict[str, Any]]
    error: NotRequired[CallMcpAnswerError]


class AskGuardrailAnswer(TypedDict):
    action: Literal["NONE", "GUARDRAIL_INTERVENED", "BLOCKED"]
    blocked_reason: NotRequired[str]
    texts: NotRequired[list[str]]
    structured_messages: NotRequired[list[dict[str, Any]]]
    tools: NotRequired[list[dict[str, Any]]]
    stream_holdback_chars: NotRequired[list[int]]
    """For each text, how many of its last code points may still change"""


class ReadHealthAnswerDataCells(TypedDict):
    status: Literal["ok", "down"]
    restarts: NotRequired[int]
    refused_for_room: NotRequired[int]


class ReadHealthAnswerData(TypedDict):
    status: Literal["ok", "degraded"]
    """degraded: at least one of several cells is down"""
    restarts: NotRequired[int]
    """Restarts of the runtime"""
    refused_for_room: NotRequired[int]
    """Requests refused for lack of room since the last start"""
    cells: NotRequired[list[ReadHealthAnswerDataCells]]
    """For each cell, if there are several"""


class ReadHealthAnswer(TypedDict):
    data: ReadHealthAnswerData
    success: Literal[True]
    error: NoError


class ReadReadinessAnswer(TypedDict):
    data: ReadHealthAnswerData
    success: Literal[True]
    error: NoError


class ReadLivenessAnswerData(TypedDict):
    status: Literal["ok"]


class ReadLivenessAnswer(TypedDict):
    data: ReadLivenessAnswerData
    success: Literal[True]
    error: NoError


class ReadKeysAnswerKeys(TypedDict):
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: str
    kid: str
    """RFC 7638 thumbprint"""
    alg: Literal["EdDSA"]
    use: Literal["sig"]


class ReadKeysAnswer(TypedDict):
    """The keys to verify receipts with"""
    keys: list[ReadKeysAnswerKeys]


ReadDocumentAnswer: TypeAlias = 'dict[str, Any]'


EraseByTokenAnswer: TypeAlias = 'EraseByValueAnswer'


EraseByAttributeAnswer: TypeAlias = 'EraseByValueAnswer'


CreateResponseAnswer: TypeAlias = 'CreateChatCompletionAnswer'


CreateEmbeddingsAnswer: TypeAlias = 'CreateChatCompletionAnswer'


ListOpenaiModelsAnswer: TypeAlias = 'CreateChatCompletionAnswer'


ReadOpenaiModelAnswer: TypeAlias = 'CreateChatCompletionAnswer'


CreateMessageAnswer: TypeAlias = 'CreateChatCompletionAnswer'


CountMessageTokensAnswer: TypeAlias = 'CreateChatCompletionAnswer'


ListAnthropicModelsAnswer: TypeAlias = 'CreateChatCompletionAnswer'


ReadAnthropicModelAnswer: TypeAlias = 'CreateChatCompletionAnswer'
