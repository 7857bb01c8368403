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
    """A text; with `json` maybe a document"""
    token_name: NotRequired[str]
    """The whole value is one token of this name; absent: auto-detect"""
    format: NotRequired[str]
    """What kind of data the value is"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked, or come back"""


class UnmaskItem(TypedDict):
    token_value: str | Mapping[str, Any] | Sequence[Any]
    """A token, or a text with tagged tokens in it; with `json` maybe a document"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked, or come back"""


class MaskOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    known_tokens: NotRequired[Literal["keep", "mask"]]
    """`keep` leaves alone what may be a token of this service"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    explain: NotRequired[bool]
    """Say of each individual token how its value was found"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """What `start_pos` and `end_pos` count; absent: code points"""


class MaskRequest(MaskOptions):
    mask: Sequence[MaskItem]


class UnmaskOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    strict: NotRequired[bool]
    """Exact tags, exact content, whole texts without tags: no tolerance for what language models do"""
    partial: NotRequired[bool]
    """Leave tokens that stand for nothing as they are and list them, instead of failing"""


class UnmaskRequest(UnmaskOptions):
    unmask: Sequence[UnmaskItem]


class DetectRequestDetect(TypedDict):
    value: str
    """A text to look at"""


class DetectOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """What `start_pos` and `end_pos` count; absent: code points"""


class DetectRequest(DetectOptions):
    detect: Sequence[DetectRequestDetect]


class SubmitMaskJobRequestMask(TypedDict):
    value: str | Mapping[str, Any] | Sequence[Any]
    token_name: NotRequired[str]
    """The whole value is one token of this name; absent: auto-detect"""
    format: NotRequired[str]
    """What kind of data the value is"""
    attributes: NotRequired[Any]
    """Any JSON of up to 16 KiB and 16 levels; sealed beside the value"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked, or come back"""


class SubmitMaskJobOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    known_tokens: NotRequired[Literal["keep", "mask"]]
    """`keep` leaves alone what may be a token of this service"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    explain: NotRequired[bool]
    """Say of each individual token how its value was found"""
    offsets: NotRequired[Literal["code_points", "utf16"]]
    """What `start_pos` and `end_pos` count; absent: code points"""
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
    """The value may be an object or an array; beside the list: of all items"""
    numbers: NotRequired[Sequence[str]]
    """In a document: members whose numbers are masked, or come back"""


class SubmitUnmaskJobOptions(TypedDict):
    policy_name: NotRequired[str | None]
    """Absent: the token's policy, else the namespace's default policy"""
    json: NotRequired[bool]
    """The value may be an object or an array; beside the list: of all items"""
    strict: NotRequired[bool]
    """Exact tags, exact content, whole texts without tags: no tolerance for what language models do"""
    partial: NotRequired[bool]
    """Leave tokens that stand for nothing as they are and list them, instead of failing"""
    on_error: NotRequired[Literal["fail", "continue"]]
    empty: NotRequired[Literal["fail", "pass"]]
    callback: NotRequired[str]


class SubmitUnmaskJobRequest(SubmitUnmaskJobOptions):
    unmask: Sequence[SubmitUnmaskJobRequestUnmask]


class ReadJobsRequestStatus(TypedDict):
    tracking_id: str
    """As the submission gave it"""


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
    """Least score of a finding"""
    thresholds: NotRequired[Mapping[str, float]]
    recall: NotRequired[float]
    """How readily names are found; 0: as trained"""
    languages: NotRequired[Sequence[Literal["en", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "tr", "hi", "ja", "zh"]] | None]
    """Languages that texts are taken to be in, each once; null: all there are"""
    addresses: NotRequired[Literal["whole", "parts", None]]
    """Addresses are one value each, or street, places and postcode apart; null: apart where LOCATION is looked for"""
    allow: NotRequired[Sequence[str]]
    """Values that are left in clear"""
    deny: NotRequired[Sequence[SetDetectionRequestDataDeny]]
    """Values that are always found"""


class SetDetectionRequest(TypedDict):
    data: SetDetectionRequestData


class SetDefaultPolicyRequestData(TypedDict):
    policy_name: str | None
    """null: the one without a name"""


class SetDefaultPolicyRequest(TypedDict):
    data: SetDefaultPolicyRequestData


class SetSettingsRequestDataLink(TypedDict):
    """The token name and format that a column is masked with"""
    token_name: str
    format: NotRequired[str | None]
    """Absent: none"""


class SetSettingsRequestDataLlm(TypedDict):
    hint: NotRequired[bool]
    """Tell the model once what tokens are"""
    media: NotRequired[Literal["refuse", "pass"]]
    """What becomes of images, audio and files"""
    tools: NotRequired[Sequence[str]]
    """Tools whose arguments get values; `*` stands for all"""


class SetSettingsRequestData(TypedDict):
    policy_name: str
    token_style: NotRequired[Literal["shape", "compact", "word", "surrogate", None]]
    """What tokens of detected values look like; null: the usual one of each use"""
    link: NotRequired[Mapping[str, SetSettingsRequestDataLink]]
    """Entity types whose tokens are those of a column"""
    partial: NotRequired[bool]
    """Unmask leaves what stands for nothing as it is"""
    external: NotRequired[Mapping[str, Any] | None]
    """A recognizer outside of the service that is asked as well; null: none"""
    llm: NotRequired[SetSettingsRequestDataLlm]


class SetSettingsRequest(TypedDict):
    data: SetSettingsRequestData


class SetActionsRequestDataMetadata(TypedDict):
    anonymizable_entities: NotRequired[Sequence[str]]
    """Replaced for good"""
    pseudonymizable_entities: NotRequired[Sequence[str]]
    """Get tokens"""
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
    """What stands before its tokens"""
    format_suffix: NotRequired[str]
    """What stands behind its tokens"""


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
    """Its tags have it; no name of a built-in type"""
    description: NotRequired[str | None]
    token_name: NotRequired[str | None]
    """What its tokens are; absent: Text Token"""
    format: NotRequired[str | None]
    pattern: NotRequired[str | None]
    """A regular expression (RE2); this or `words`"""
    words: NotRequired[Sequence[str] | None]
    """Found as whole words; this or `pattern`"""
    match_case: NotRequired[bool | None]
    """Letter case counts; absent: it does not"""
    context_words: NotRequired[Sequence[str] | None]
    """One of these must stand near the value; absent: no such condition"""
    validator: NotRequired[Literal["luhn", "mod97"] | SetCustomEntityRequestDataValidator | None]
    """A check of what was found; bounds are of its letters and digits"""


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
    """Only count what would go"""


class EraseByValueRequestData(TypedDict):
    values: Sequence[str]


class EraseByValueRequest(TypedDict):
    data: EraseByValueRequestData
    dry_run: NotRequired[bool]
    """Only count what would go"""


class EraseByTokenRequestData(TypedDict):
    tokens: Sequence[str]


class EraseByTokenRequest(TypedDict):
    data: EraseByTokenRequestData
    dry_run: NotRequired[bool]
    """Only count what would go"""


class EraseByAttributeRequestData(TypedDict):
    key: str
    value: Any
    """Any JSON"""


class EraseByAttributeRequest(TypedDict):
    data: EraseByAttributeRequestData
    dry_run: NotRequired[bool]
    """Only count what would go"""


class SetRetentionRequestData(TypedDict):
    duration: int | None
    """Days; null for no rule"""


class SetRetentionRequest(TypedDict):
    data: SetRetentionRequestData


class DeleteAuditRecordsRequest(TypedDict):
    data: DeleteByAgeRequestData | DeleteByAgeRequestData2
    dry_run: NotRequired[bool]
    """Only count what would go"""


class GenerateTokenRequestData(TypedDict):
    namespace_name: str
    """Made where there is none of this name"""
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
    """The policy of requests that name none; it need not exist yet"""
    limits: NotRequired[Mapping[str, Any] | None]
    """Of this token alone, beside those of its namespace; absent: none"""
    unmask: NotRequired[Mapping[str, Any] | None]
    """What holds a token with the permission unmask back; absent: nothing"""


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
    """With `token_id`, in place of the token"""
    token_id: NotRequired[str | None]
    """As `list` gives it"""


class DeactivateTokenRequest(TypedDict):
    data: DeactivateTokenRequestData


class CreateOperatorRequestData(TypedDict):
    name: str
    """A label, kept in clear and logged: letters, digits, `.`, `_`, `-`, at most 64"""
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
    """true: put it on; false: take it off"""


class HoldNamespaceRequest(TypedDict):
    data: HoldNamespaceRequestData


class SetLimitsRequestData(TypedDict):
    namespace_name: str
    limits: Mapping[str, Any] | None
    """Of all its tokens together; null: none"""


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
    """As job-status gave them, those of one person with their replay parts"""


class ReplayReceiptsRequest(TypedDict):
    data: ReplayReceiptsRequestData


class ReAnchorRequestData(TypedDict):
    namespace_name: str
    confirm: NotRequired[Mapping[str, Any] | None]
    """Positions that were shown; absent: nothing is done"""


class ReAnchorRequest(TypedDict):
    data: ReAnchorRequestData


CreateChatCompletionRequest: TypeAlias = 'Mapping[str, Any]'
"""What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`)."""


CreateResponseRequest: TypeAlias = 'Mapping[str, Any]'
"""What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`)."""


CreateEmbeddingsRequest: TypeAlias = 'Mapping[str, Any]'
"""What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`)."""


CreateMessageRequest: TypeAlias = 'Mapping[str, Any]'
"""What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`)."""


CountMessageTokensRequest: TypeAlias = 'Mapping[str, Any]'
"""What the provider's API has. Members that are not listed pass while no text is in them; with one the request is refused (`unknown_member`)."""


class CallMcpRequest(TypedDict):
    jsonrpc: Literal["2.0"]
    id: NotRequired[str | int]
    """Absent: a notification"""
    method: NotRequired[str]
    """`tools/list`, `tools/call`, `initialize`, `server/discover`, `ping`; absent: an answer, to which nothing is said"""
    params: NotRequired[Mapping[str, Any]]
    """Of `tools/call`: `name`, and `arguments`, whose schemas `tools/list` answers. `mask` and `detect` take `text` and `policy_name`, `unmask` takes `text`, `erase` takes one of `values`, `tokens`, `attribute`, and `dry_run`"""


class AskGuardrailRequest(TypedDict):
    input_type: Literal["request", "response"]
    texts: NotRequired[Sequence[str] | None]
    images: NotRequired[Sequence[str] | None]
    """One blocks the call, unless the policy's `llm.media` is `pass`"""
    tools: NotRequired[Sequence[Mapping[str, Any]] | None]
    """As Chat Completions has them: what people wrote into them is masked"""
    structured_messages: NotRequired[Sequence[Mapping[str, Any]] | None]
    """The texts again, as messages of Chat Completions; here alone arguments of tool calls are masked"""
    tool_calls: NotRequired[Sequence[Mapping[str, Any]] | None]
    """One blocks the call where there are no `structured_messages`"""
    litellm_call_id: NotRequired[str | None]
    """Tokens of its answer are those of its request"""
    litellm_trace_id: NotRequired[str | None]
    """In its place, where it is absent"""
    additional_provider_specific_params: NotRequired[Mapping[str, Any] | None]


class MaskedItemIndividualTokens(TypedDict):
    value: str
    """What stood there"""
    pii_type: str
    """Its entity type"""
    token: str
    """What stands for it, without its tag"""
    prefix: str
    """What stands before the token"""
    suffix: str
    """What stands behind the token"""
    start_pos: int
    """Where it begins: Unicode code points from 0, or UTF-16 units"""
    end_pos: int
    """Where it ends, exclusive"""
    recognizer: NotRequired[str]
    """What has found it"""
    score: NotRequired[float]
    """How sure detection is"""
    reason: NotRequired[str]
    """Why it counts, for people"""
    language: NotRequired[str]
    """Of what is found by its wording: the language of the text there (ISO 639-1)"""
    path: NotRequired[str]
    """In a document: JSON Pointer to the text it was found in"""


class MaskedItem(TypedDict):
    """An item and its masked value"""
    value: str | dict[str, Any] | list[Any]
    """A text; where the item has `json`, maybe an object or an array"""
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
    """The format its token has, where the value does not have the one asked for"""
    individual_tokens: NotRequired[list[MaskedItemIndividualTokens]]
    """What auto-detect has found; absent with a `token_name`"""


class UnmaskedItem(TypedDict):
    """An item and its original value"""
    token_value: str | dict[str, Any] | list[Any]
    """A text; where the item has `json`, maybe an object or an array"""
    attributes: NotRequired[Any]
    """As sent"""
    json: NotRequired[bool]
    """As sent"""
    numbers: NotRequired[list[str]]
    """As sent"""
    value: str | dict[str, Any] | list[Any]
    """The original value"""
    unresolved: NotRequired[list[str]]
    """With `partial`: tokens in it that stand for nothing"""


class DetectedItemEntities(TypedDict):
    value: str
    """What stands there"""
    pii_type: str
    """Its entity type"""
    start_pos: int
    """Where it begins: Unicode code points from 0, or UTF-16 units"""
    end_pos: int
    """Where it ends, exclusive"""
    score: float
    """How sure detection is"""
    recognizer: str
    """What has found it"""
    reason: str
    """Why it counts, for people"""
    language: NotRequired[str]
    """Of what is found by its wording: the language of the text there (ISO 639-1)"""


class DetectedItem(TypedDict):
    """A text and what masking would find in it"""
    value: str
    entities: list[DetectedItemEntities]


class JobRecordResultError(TypedDict):
    message: str
    """For people; never repeats a submitted value"""
    code: ErrorCode
    item_index: NotRequired[int]
    """Position of the item to blame, from 0"""
    allowed: NotRequired[list[str]]
    """What could have stood in place of what was refused"""


class JobRecordResult(TypedDict):
    """What is wrong with an item"""
    error: JobRecordResultError


class JobRecord(TypedDict):
    """A background job"""
    tracking_id: str
    """Names what goes on in the background"""
    call_type: Literal["mask", "unmask", None]
    """null: no job has this id"""
    error_msg: str | None
    """Why it FAILED, for people"""
    submitted_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    completed_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED"]
    error_code: ErrorCode | None
    """Why it FAILED, for programs"""
    error_item_index: int | None
    """The item to blame, from 0"""
    progress: dict[str, Any] | None
    """In items"""
    expires_at: str | None
    """When its result goes"""
    input_payload: dict[str, Any] | None
    """What was submitted: of jobs of up to 100 items, or with `include_input`"""
    result: list[MaskedItem | JobRecordResult] | list[UnmaskedItem | JobRecordResult] | None
    """With SUCCESS: the `data` of the synchronous operation"""


class DeletionRecordProgress(TypedDict):
    cleared: int
    total: int | None
    """null until counted"""
    percent: int | None


class DeletionRecordResponseMatch(TypedDict):
    """How many mappings matched, and how"""
    exact: int
    normalised: int
    contained: int


class DeletionRecordResponse(TypedDict):
    cleared_records: int
    message: str
    match: NotRequired[DeletionRecordResponseMatch]
    """How many mappings matched, and how"""
    kept_shared: NotRequired[int]
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: NotRequired[int]
    """Attribute pairs taken from mappings of other values"""
    jobs_purged: NotRequired[int]
    mask_jobs_still_open: NotRequired[int]
    """Mask jobs, not finished then, that had been submitted with a match"""


class DeletionRecordResponse2(TypedDict):
    dry_run: Literal[True]
    would_clear: int
    match: DeletionRecordResponseMatch
    """How many mappings matched, and how"""
    kept_shared: int
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: int
    """Attribute pairs taken from mappings of other values"""


class DeletionRecordReplay(TypedDict):
    """With `include_replay`: sealed parts that a replay needs"""
    search: list[str]
    found: list[str]


class DeletionRecord(TypedDict):
    """A deletion: how far it is, and its receipt"""
    tracking_id: str
    """Names what goes on in the background"""
    requested_user: str
    requested_timestamp: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED"]
    error_message: str
    """Why it waits; empty while it goes on"""
    progress: DeletionRecordProgress
    receipt: str | None
    """The signed proof (JWS), once it has succeeded"""
    job_type: Literal["data-deletion"]
    dry_run: NotRequired[Literal[True]]
    """It only counts; its response has the counts"""
    response: DeletionRecordResponse | DeletionRecordResponse2 | None
    blocked: dict[str, Any] | None
    """Why it waits after a failed try; null while it goes on"""
    quarantined: int
    """Records it came to and could not open"""
    replay: NotRequired[DeletionRecordReplay]
    """With `include_replay`: sealed parts that a replay needs"""


ErrorCode: TypeAlias = 'Literal["not_found", "method_not_allowed", "unsupported_media_type", "encoded_body", "unsupported_stream_type", "payload_too_large", "body_too_slow", "too_many_chunks", "overloaded", "too_many_items", "too_many_entities", "too_costly", "too_many_attributes", "too_much_beside_list", "item_too_large", "unreadable_body", "invalid_gzip", "invalid_utf8", "invalid_json", "invalid_body", "too_many_parts", "too_deep", "empty_payload", "mask_missing", "unmask_missing", "detect_missing", "status_missing", "data_missing", "invalid_field", "invalid_page_token", "policy_unknown", "policy_exists", "policy_changed", "policy_is_default", "too_many_policies", "too_many_wrappers", "invalid_policy_name", "unknown_entity", "custom_entity_unknown", "invalid_pattern", "invalid_wrapper", "policy_too_large", "policy_too_complex", "entity_denied", "recognizer_unavailable", "missing_value", "missing_token_name", "unknown_token_name", "missing_format", "unknown_format", "format_not_for_token_name", "missing_token_value_field", "missing_token_value", "invalid_text", "value_too_long", "value_too_complex", "number_out_of_range", "token_in_name", "invalid_attributes", "masked_too_long", "anonymized", "unmask_failed", "unmasked_too_large", "date_or_duration_missing", "date_and_duration", "invalid_date_format", "invalid_date", "date_in_future", "invalid_duration", "duration_too_long", "submission_under_way", "idempotency_key_reused", "idempotency_key_spent", "unauthenticated", "token_not_valid_now", "forbidden", "reason_required", "unmask_limit_reached", "rate_limited", "provider_unknown", "provider_unreachable", "provider_too_slow", "provider_unreadable", "provider_refused_key", "provider_cut_off", "background_refused", "tracking_id_unknown", "namespace_unknown", "token_unknown", "jurisdiction_unsupported", "result_too_large", "too_many_jobs", "too_many_deletions", "too_many_deletions_per_day", "storage_full", "busy", "audit_unwritable", "not_configured", "root_key_mismatch", "unavailable", "namespace_being_deleted", "namespace_deletion_open", "too_many_namespaces", "ledger_ahead", "replay_expired", "anchor_changed", "receipt_invalid", "replay_parts_missing", "no_result", "cancelled", "erased", "internal"]'
"""Stable, for programs"""


class NoError(TypedDict):
    """Of a success: its message is empty"""
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
    """Names what goes on in the background"""
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
    """How far a job is"""
    tracking_id: str
    """Names what goes on in the background"""
    call_type: Literal["mask", "unmask", None]
    """null: no job has this id"""
    error_msg: str | None
    """Why it FAILED, for people"""
    submitted_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_start_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    completed_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"]
    error_code: ErrorCode | None
    """Why it FAILED, for programs"""
    error_item_index: int | None
    """The item to blame, from 0"""
    progress: dict[str, Any] | None
    """In items"""
    expires_at: str | None
    """When its result goes"""
    items_per_second: float | None
    """On average since it began"""
    estimated_completion_time: str | None
    """When it will have ended, if it goes on like that; only while it is IN-PROGRESS"""


class ListJobsAnswer(TypedDict):
    data: list[ListJobsAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """Asks for the next page, as the query's `next_page_token`; null on the last one"""


class ReadJobAnswer(TypedDict):
    data: ListJobsAnswerData
    """How far a job is"""
    success: Literal[True]
    error: NoError


class ReadJobResultsAnswer(TypedDict):
    data: list[MaskedItem | JobRecordResult] | list[UnmaskedItem | JobRecordResult]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """Asks for the next page, as the query's `next_page_token`; null on the last one"""


class CancelJobAnswerData(TypedDict):
    """A job and its status afterwards: CANCELLED, unless it had ended before"""
    tracking_id: str
    """Names what goes on in the background"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"]


class CancelJobAnswer(TypedDict):
    data: CancelJobAnswerData
    """A job and its status afterwards: CANCELLED, unless it had ended before"""
    success: Literal[True]
    error: NoError


class ListTokenTypesAnswerDataTokenTypesExample(TypedDict):
    """A value and a token as it gets one"""
    value: str
    token_value: str


class ListTokenTypesAnswerDataTokenTypes(TypedDict):
    token_name: str
    formats: list[str]
    """Formats that go with it"""
    example: ListTokenTypesAnswerDataTokenTypesExample
    """A value and a token as it gets one"""


class ListTokenTypesAnswerData(TypedDict):
    token_types: list[ListTokenTypesAnswerDataTokenTypes]


class ListTokenTypesAnswer(TypedDict):
    data: ListTokenTypesAnswerData
    success: Literal[True]
    error: NoError


class ListFormatsAnswerDataFormats(TypedDict):
    format: str
    token_names: list[str]
    """Token names that go with it"""
    example: ListTokenTypesAnswerDataTokenTypesExample
    """A value and a token as it gets one"""


class ListFormatsAnswerData(TypedDict):
    formats: list[ListFormatsAnswerDataFormats]


class ListFormatsAnswer(TypedDict):
    data: ListFormatsAnswerData
    success: Literal[True]
    error: NoError


class ListEntityTypesAnswerDataEntities(TypedDict):
    entity_name: str
    entity_type: str
    """Its category"""
    tag: str
    """In the tags around its tokens"""
    token_name: str
    """What its tokens are, as in a mask request"""
    format: str | None
    """The same"""
    default: bool
    """Looked for when the request names no policy"""
    counts_as: str | None
    """The entity type whose settings count for it, too"""
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
    """null: the one without a name"""


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
    """Language models are told what tokens are"""
    media: Literal["refuse", "pass"]
    """What becomes of images, audio and files"""
    tools: list[str]
    """Tools whose arguments get values; `*`: all"""


class ReadSettingsAnswerData(TypedDict):
    policy_name: str
    token_style: Literal["shape", "compact", "word", "surrogate", None]
    """null: the usual one of each use"""
    link: dict[str, ReadSettingsAnswerDataLink]
    """Entity types whose tokens are those of a column"""
    partial: bool
    """Unmask leaves what stands for nothing as it is"""
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
    """Its category"""
    prefix: str
    suffix: str
    description: str


class ReadPoliciesAnswerDataDetailsMetadata(TypedDict):
    anonymizable_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Replaced for good"""
    pseudonymizable_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Get tokens"""
    excluded_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Left in clear"""
    available_entities: list[ReadPoliciesAnswerDataDetailsMetadataAnonymizableEntities]
    """Not looked for unless the policy says so"""


class ReadPoliciesAnswerDataDetailsDetectionDeny(TypedDict):
    value: str
    entity_name: str


class ReadPoliciesAnswerDataDetailsDetection(TypedDict):
    threshold: float
    """Least score of a finding"""
    thresholds: dict[str, float]
    """The same of single entity types"""
    recall: float
    """How readily names are found, -1 to 1"""
    languages: list[str] | None
    """Languages that texts are taken to be in (ISO 639-1); null: all there are"""
    addresses: Literal["whole", "parts", None]
    """How addresses are found; null: in parts where LOCATION is looked for"""
    allow: NotRequired[list[str]]
    """Only of a policy asked for by its name"""
    deny: NotRequired[list[ReadPoliciesAnswerDataDetailsDetectionDeny]]
    """Only of a policy asked for by its name"""


class ReadPoliciesAnswerDataDetails(TypedDict):
    """A policy: what becomes of each entity type, and how it is found"""
    policy_name: str
    metadata: ReadPoliciesAnswerDataDetailsMetadata
    detection: ReadPoliciesAnswerDataDetailsDetection


class ReadPoliciesAnswerData(TypedDict):
    details: list[ReadPoliciesAnswerDataDetails]
    next_page_token: str | None
    """Asks for the next page; null on the last one"""


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
    """Names what goes on in the background"""
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
    """How many mappings matched, and how"""
    kept_shared: int
    """Mappings that lost only the pair, because another holder uses them too"""
    attribute_pairs: int
    """Attribute pairs taken from mappings of other values"""


class EraseByValueAnswerData2(TypedDict):
    """With `dry_run`, of a large namespace: it is counted in the background"""
    tracking_id: str
    """Names what goes on in the background"""
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
    """Days a mapping is kept; null for no rule"""
    would_clear: int
    """Mappings that the rule clears now"""


class SetRetentionAnswer(TypedDict):
    data: SetRetentionAnswerData
    success: Literal[True]
    error: NoError


class ReadRetentionAnswerData(TypedDict):
    duration: int | None
    """Days a mapping is kept; null for no rule"""
    last_tracking_id: str | None
    """The deletion that the rule started last"""
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
    """Nothing of what was sent is kept"""
    response: None
    """Nor of what was answered"""
    error_log: str
    """Code of the failure; empty of a success"""
    request_id: str
    token_id: str
    duration_ms: float
    items: NotRequired[int]
    """Items of the list that was sent"""
    entities: NotRequired[dict[str, int]]
    """Values found in texts, by entity type"""
    policy: NotRequired[str]
    """As it was asked for by name"""
    tracking_id: NotRequired[str]
    """The job that was submitted, or, with `job` as user, whose work this is"""
    reason: NotRequired[str]
    """The request's `X-Audit-Reason`"""


class ReadAuditAnswer(TypedDict):
    data: list[ReadAuditAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """Asks for the next page, as the query's `next_page_token`; null on the last one"""


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
    """Items of the lists that were sent"""


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
    """Items of the lists that were sent"""
    user: str | None
    """null: no token of the user is known any more"""
    logged_in_time: float
    """Seconds that the requests took together"""


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
    """Names what goes on in the background"""
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
    """Its limits, where it has some of its own"""
    requests_per_second: NotRequired[int]
    values_per_second: NotRequired[int]


class FetchTokenAnswerDataUnmask(TypedDict):
    """What holds it back when it unmasks, where something does"""
    entity_types: NotRequired[list[str]]
    policies: NotRequired[list[str | None]]
    values_per_hour: NotRequired[int]
    reveal: NotRequired[Literal["partial", "none"]]
    reason_required: NotRequired[Literal[True]]


class FetchTokenAnswerData(TypedDict):
    auth_token: str | None
    """The token; null where it is not told (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, which audits name"""
    namespace_id: str
    """Its namespace's id, which receipts name"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its policy, where it has one of its own"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its limits, where it has some of its own"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """What holds it back when it unmasks, where something does"""
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
    """The token; null where it is not told (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, which audits name"""
    namespace_id: str
    """Its namespace's id, which receipts name"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its policy, where it has one of its own"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its limits, where it has some of its own"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """What holds it back when it unmasks, where something does"""
    namespace: str
    active: bool
    """false: deactivated"""


class ListTokensAnswer(TypedDict):
    data: list[ListTokensAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """Asks for the next page, as the query's `next_page_token`; null on the last one"""


class ReadTokenAnswerData(TypedDict):
    auth_token: str | None
    """The token; null where it is not told (docs/api.md, What tells a token)"""
    token_id: str
    """Its id, which audits name"""
    namespace_id: str
    """Its namespace's id, which receipts name"""
    _id: str
    """The user it is for"""
    permissions: list[Literal["mask", "unmask", "metadata_change"]]
    start_date: str
    """The first day it is valid on"""
    end_date: str
    """The last day it is valid on"""
    policy_name: NotRequired[str]
    """Its policy, where it has one of its own"""
    limits: NotRequired[FetchTokenAnswerDataLimits]
    """Its limits, where it has some of its own"""
    unmask: NotRequired[FetchTokenAnswerDataUnmask]
    """What holds it back when it unmasks, where something does"""
    namespace_name: str
    active: bool
    """false: deactivated"""


class ReadTokenAnswer(TypedDict):
    data: ReadTokenAnswerData
    success: Literal[True]
    error: NoError


class CreateOperatorAnswerData(TypedDict):
    operator_id: str
    """Its id, which audits and logs name"""
    name: str
    scopes: list[Literal["read", "tokens", "erase", "keys"]]
    end_date: str
    """The last day it is valid on"""
    auth_token: str
    """The credential, told only now"""


class CreateOperatorAnswer(TypedDict):
    data: CreateOperatorAnswerData
    success: Literal[True]
    error: NoError


class ListOperatorsAnswerData(TypedDict):
    operator_id: str
    """Its id, which audits and logs name"""
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
    """Names what goes on in the background"""
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
    """Names what goes on in the background"""
    requested_user: str
    requested_timestamp: str
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED"]
    error_message: str
    """Why it waits; empty while it goes on"""
    progress: DeletionRecordProgress
    receipt: str | None
    """The signed proof (JWS), once it has succeeded"""
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
    """In place of a text: a signed statement about all entries up to here (JWS)"""


class ReadLedgerAnswer(TypedDict):
    data: list[ReadLedgerAnswerData]
    success: Literal[True]
    error: NoError
    next_page_token: str | None
    """Asks for the next page, as the query's `next_page_token`; null on the last one"""


class ReplayReceiptsAnswerDataReceipts(TypedDict):
    tracking_id: str
    """Names what goes on in the background"""
    status: Literal["replayed", "known"]
    """known: the ledger had it"""


class ReplayReceiptsAnswerData(TypedDict):
    receipts: list[ReplayReceiptsAnswerDataReceipts]


class ReplayReceiptsAnswer(TypedDict):
    data: ReplayReceiptsAnswerData
    success: Literal[True]
    error: NoError


class ReAnchorAnswerData(TypedDict):
    namespace_name: str
    problem: Literal["ledger_ahead", "replay_expired", None]
    """Why it does not serve; null: there is nothing to do"""
    namespace_position: int
    ledger_position: int
    written_again: list[str]
    """Erasures that the ledger does not know"""
    repeated: list[str]
    """Erasures that this data does not know"""
    not_repeatable: list[str]
    """What they erased is in this data again"""
    not_repeatable_folded: int
    """How many more of these may be among what the ledger has folded"""
    done: bool


class ReAnchorAnswer(TypedDict):
    data: ReAnchorAnswerData
    success: Literal[True]
    error: NoError


class RotateKeysAnswerDataOlderVersions(TypedDict):
    version: int
    may_go: bool
    """Nothing that is stored needs it any more"""


class RotateKeysAnswerData(TypedDict):
    tracking_id: str | None
    """Names what goes on in the background"""
    status: Literal["NONE", "IN-PROGRESS", "SUCCESS"]
    """NONE: none was begun for this version"""
    version: int
    """The newest version of the root key"""
    older_versions: list[RotateKeysAnswerDataOlderVersions]
    requested_timestamp: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    process_end_time: str | None
    """`YYYY-MM-DD HH:MM:SS`, in UTC"""
    namespaces: int
    """Visited in this round"""
    wrapped_keys: int
    """Keys that were wrapped anew"""
    unreadable_keys: int
    """Keys that are damaged: no version opens them"""
    error_message: str
    """A namespace that has failed, and will be visited again"""


class RotateKeysAnswer(TypedDict):
    data: RotateKeysAnswerData
    success: Literal[True]
    error: NoError


class ReadRotationAnswer(TypedDict):
    data: RotateKeysAnswerData
    success: Literal[True]
    error: NoError


CreateChatCompletionAnswer: TypeAlias = 'dict[str, Any]'
"""As the provider's API has it"""


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
    """Of each text, how many of its last code points may still change"""


class ReadHealthAnswerDataCells(TypedDict):
    status: Literal["ok", "down"]
    restarts: NotRequired[int]
    refused_for_room: NotRequired[int]


class ReadHealthAnswerData(TypedDict):
    status: Literal["ok", "degraded"]
    """degraded: of several cells one is down"""
    restarts: NotRequired[int]
    """Times the runtime was started again"""
    refused_for_room: NotRequired[int]
    """Calls that there was no room for since the last start"""
    cells: NotRequired[list[ReadHealthAnswerDataCells]]
    """Of each cell, where there are several"""


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
    """Keys that receipts are verified with"""
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
