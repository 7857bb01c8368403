# Made by npm run openapi from docs/openapi.json: not to be edited.
"""Every operation of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .._async_io import AsyncBody
from .._requests import CallOptions
from ..operations import (
    AskGuardrailAnswer,
    AskGuardrailRequest,
    CallMcpAnswer,
    CallMcpRequest,
    CancelJobAnswer,
    CountMessageTokensAnswer,
    CountMessageTokensRequest,
    CreateChatCompletionAnswer,
    CreateChatCompletionRequest,
    CreateEmbeddingsAnswer,
    CreateEmbeddingsRequest,
    CreateMessageAnswer,
    CreateMessageRequest,
    CreateOperatorAnswer,
    CreateOperatorRequest,
    CreatePolicyAnswer,
    CreatePolicyRequest,
    CreateResponseAnswer,
    CreateResponseRequest,
    DeactivateOperatorAnswer,
    DeactivateOperatorRequest,
    DeactivateTokenAnswer,
    DeactivateTokenRequest,
    DeleteAuditRecordsAnswer,
    DeleteAuditRecordsRequest,
    DeleteByAgeAnswer,
    DeleteByAgeRequest,
    DeleteCustomEntityAnswer,
    DeleteCustomEntityRequest,
    DeleteNamespaceAnswer,
    DeleteNamespaceRequest,
    DeletePolicyAnswer,
    DeletePolicyRequest,
    DetectAnswer,
    DetectRequest,
    EraseByAttributeAnswer,
    EraseByAttributeRequest,
    EraseByTokenAnswer,
    EraseByTokenRequest,
    EraseByValueAnswer,
    EraseByValueRequest,
    FetchTokenAnswer,
    FetchTokenRequest,
    GenerateTokenAnswer,
    GenerateTokenRequest,
    HoldNamespaceAnswer,
    HoldNamespaceRequest,
    ListAnthropicModelsAnswer,
    ListEntityTypesAnswer,
    ListFormatsAnswer,
    ListJobsAnswer,
    ListOpenaiModelsAnswer,
    ListOperatorsAnswer,
    ListPoliciesAnswer,
    ListTokenTypesAnswer,
    ListTokensAnswer,
    MaskAnswer,
    MaskRequest,
    ReAnchorAnswer,
    ReAnchorRequest,
    ReadAllNamespacesUsageAnswer,
    ReadAnthropicModelAnswer,
    ReadAuditAnswer,
    ReadCustomEntityAnswer,
    ReadCustomEntityRequest,
    ReadDefaultPolicyAnswer,
    ReadDeletionAnswer,
    ReadDocumentAnswer,
    ReadHealthAnswer,
    ReadJobAnswer,
    ReadJobResultsAnswer,
    ReadJobsAnswer,
    ReadJobsRequest,
    ReadKeysAnswer,
    ReadLedgerAnswer,
    ReadLimitsAnswer,
    ReadLivenessAnswer,
    ReadNamespaceJobAnswer,
    ReadNamespaceUsageAnswer,
    ReadOpenaiModelAnswer,
    ReadPoliciesAnswer,
    ReadReadinessAnswer,
    ReadRetentionAnswer,
    ReadRotationAnswer,
    ReadSettingsAnswer,
    ReadTokenAnswer,
    ReadUsageAnswer,
    ReadUsersUsageAnswer,
    ReplayReceiptsAnswer,
    ReplayReceiptsRequest,
    RotateKeysAnswer,
    SetActionsAnswer,
    SetActionsRequest,
    SetCustomEntityAnswer,
    SetCustomEntityRequest,
    SetDefaultPolicyAnswer,
    SetDefaultPolicyRequest,
    SetDetectionAnswer,
    SetDetectionRequest,
    SetLimitsAnswer,
    SetLimitsRequest,
    SetRetentionAnswer,
    SetRetentionRequest,
    SetSettingsAnswer,
    SetSettingsRequest,
    SetWrappersAnswer,
    SetWrappersRequest,
    SubmitMaskJobAnswer,
    SubmitMaskJobRequest,
    SubmitUnmaskJobAnswer,
    SubmitUnmaskJobRequest,
    UnmaskAnswer,
    UnmaskRequest,
)
from .transport import AsyncByteStream, AsyncTransport

if TYPE_CHECKING:
    from typing_extensions import Unpack


class AsyncApi:
    """Every operation, by its name in the OpenAPI document. Gives the whole answer."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._send = transport.send

    async def mask(
        self,
        body: MaskRequest,
        **options: Unpack[CallOptions],
    ) -> MaskAnswer:
        """Mask a list of values."""
        answer: MaskAnswer = await self._send(
            "mask",
            options,
            body=body,
        )
        return answer

    async def unmask(
        self,
        body: UnmaskRequest,
        **options: Unpack[CallOptions],
    ) -> UnmaskAnswer:
        """Turn tokens, and texts with tokens in them, back into values."""
        answer: UnmaskAnswer = await self._send(
            "unmask",
            options,
            body=body,
        )
        return answer

    async def detect(
        self,
        body: DetectRequest,
        **options: Unpack[CallOptions],
    ) -> DetectAnswer:
        """Show what masking would find in texts."""
        answer: DetectAnswer = await self._send(
            "detect",
            options,
            body=body,
        )
        return answer

    async def mask_stream(
        self,
        body: AsyncBody,
        content_type: Literal["text/plain", "application/x-ndjson", "text/event-stream"],
        *,
        policy_name: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncByteStream:
        """Mask a text that arrives in pieces."""
        answer: AsyncByteStream = await self._send(
            "maskStream",
            options,
            query={"policy_name": policy_name},
            body=body,
            content_type=content_type,
        )
        return answer

    async def unmask_stream(
        self,
        body: AsyncBody,
        content_type: Literal["text/plain", "application/x-ndjson", "text/event-stream"],
        *,
        policy_name: str | None = None,
        strict: Literal["true", "false"] | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncByteStream:
        """Unmask a text that arrives in pieces."""
        answer: AsyncByteStream = await self._send(
            "unmaskStream",
            options,
            query={"policy_name": policy_name, "strict": strict},
            body=body,
            content_type=content_type,
        )
        return answer

    async def submit_mask_job(
        self,
        body: SubmitMaskJobRequest,
        *,
        policy_name: str | None = None,
        known_tokens: Literal["keep", "mask"] | None = None,
        json: Literal["true", "false"] | None = None,
        explain: Literal["true", "false"] | None = None,
        offsets: Literal["code_points", "utf16"] | None = None,
        on_error: Literal["fail", "continue"] | None = None,
        empty: Literal["fail", "pass"] | None = None,
        callback: str | None = None,
        **options: Unpack[CallOptions],
    ) -> SubmitMaskJobAnswer:
        """Mask a list in the background."""
        answer: SubmitMaskJobAnswer = await self._send(
            "submitMaskJob",
            options,
            query={"policy_name": policy_name, "known_tokens": known_tokens, "json": json, "explain": explain, "offsets": offsets, "on_error": on_error, "empty": empty, "callback": callback},
            body=body,
        )
        return answer

    async def submit_unmask_job(
        self,
        body: SubmitUnmaskJobRequest,
        *,
        policy_name: str | None = None,
        json: Literal["true", "false"] | None = None,
        strict: Literal["true", "false"] | None = None,
        partial: Literal["true", "false"] | None = None,
        on_error: Literal["fail", "continue"] | None = None,
        empty: Literal["fail", "pass"] | None = None,
        callback: str | None = None,
        **options: Unpack[CallOptions],
    ) -> SubmitUnmaskJobAnswer:
        """Unmask a list of tokens in the background."""
        answer: SubmitUnmaskJobAnswer = await self._send(
            "submitUnmaskJob",
            options,
            query={"policy_name": policy_name, "json": json, "strict": strict, "partial": partial, "on_error": on_error, "empty": empty, "callback": callback},
            body=body,
        )
        return answer

    async def read_jobs(
        self,
        body: ReadJobsRequest,
        *,
        wait: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadJobsAnswer:
        """State and results of jobs."""
        answer: ReadJobsAnswer = await self._send(
            "readJobs",
            options,
            query={"wait": wait},
            body=body,
        )
        return answer

    async def list_jobs(
        self,
        *,
        status: Literal["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"] | None = None,
        call_type: Literal["mask", "unmask"] | None = None,
        own: Literal["true", "false"] | None = None,
        limit: int | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ListJobsAnswer:
        """Jobs of the namespace in pages, newest first."""
        answer: ListJobsAnswer = await self._send(
            "listJobs",
            options,
            query={"status": status, "call_type": call_type, "own": own, "limit": limit, "next_page_token": next_page_token},
        )
        return answer

    async def read_job(
        self,
        tracking_id: str,
        *,
        wait: int | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadJobAnswer:
        """Progress of a job."""
        answer: ReadJobAnswer = await self._send(
            "readJob",
            options,
            path={"tracking_id": tracking_id},
            query={"wait": wait},
        )
        return answer

    async def read_job_results(
        self,
        tracking_id: str,
        *,
        wait: int | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadJobResultsAnswer | AsyncByteStream:
        """Results of a job, in pages or line by line."""
        answer: ReadJobResultsAnswer | AsyncByteStream = await self._send(
            "readJobResults",
            options,
            path={"tracking_id": tracking_id},
            query={"wait": wait, "next_page_token": next_page_token},
        )
        return answer

    async def cancel_job(
        self,
        tracking_id: str,
        **options: Unpack[CallOptions],
    ) -> CancelJobAnswer:
        """Cancel an open job."""
        answer: CancelJobAnswer = await self._send(
            "cancelJob",
            options,
            path={"tracking_id": tracking_id},
        )
        return answer

    async def list_token_types(
        self,
        **options: Unpack[CallOptions],
    ) -> ListTokenTypesAnswer:
        """Token names, with an example each."""
        answer: ListTokenTypesAnswer = await self._send(
            "listTokenTypes",
            options,
        )
        return answer

    async def list_formats(
        self,
        **options: Unpack[CallOptions],
    ) -> ListFormatsAnswer:
        """Formats, with an example each."""
        answer: ListFormatsAnswer = await self._send(
            "listFormats",
            options,
        )
        return answer

    async def list_entity_types(
        self,
        **options: Unpack[CallOptions],
    ) -> ListEntityTypesAnswer:
        """Entity types that auto-detect looks for."""
        answer: ListEntityTypesAnswer = await self._send(
            "listEntityTypes",
            options,
        )
        return answer

    async def create_policy(
        self,
        body: CreatePolicyRequest,
        **options: Unpack[CallOptions],
    ) -> CreatePolicyAnswer:
        """Create a policy."""
        answer: CreatePolicyAnswer = await self._send(
            "createPolicy",
            options,
            body=body,
        )
        return answer

    async def list_policies(
        self,
        **options: Unpack[CallOptions],
    ) -> ListPoliciesAnswer:
        """Names of all policies."""
        answer: ListPoliciesAnswer = await self._send(
            "listPolicies",
            options,
        )
        return answer

    async def delete_policy(
        self,
        body: DeletePolicyRequest,
        **options: Unpack[CallOptions],
    ) -> DeletePolicyAnswer:
        """Delete a policy."""
        answer: DeletePolicyAnswer = await self._send(
            "deletePolicy",
            options,
            body=body,
        )
        return answer

    async def set_detection(
        self,
        body: SetDetectionRequest,
        **options: Unpack[CallOptions],
    ) -> SetDetectionAnswer:
        """How values are found: thresholds, recall, languages, addresses, allowed and denied values."""
        answer: SetDetectionAnswer = await self._send(
            "setDetection",
            options,
            body=body,
        )
        return answer

    async def set_default_policy(
        self,
        body: SetDefaultPolicyRequest,
        **options: Unpack[CallOptions],
    ) -> SetDefaultPolicyAnswer:
        """Choose the default policy."""
        answer: SetDefaultPolicyAnswer = await self._send(
            "setDefaultPolicy",
            options,
            body=body,
        )
        return answer

    async def read_default_policy(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadDefaultPolicyAnswer:
        """The default policy."""
        answer: ReadDefaultPolicyAnswer = await self._send(
            "readDefaultPolicy",
            options,
        )
        return answer

    async def set_settings(
        self,
        body: SetSettingsRequest,
        **options: Unpack[CallOptions],
    ) -> SetSettingsAnswer:
        """Token style, links of entity types to columns, partial unmask, language models."""
        answer: SetSettingsAnswer = await self._send(
            "setSettings",
            options,
            body=body,
        )
        return answer

    async def read_settings(
        self,
        *,
        policy_name: str,
        **options: Unpack[CallOptions],
    ) -> ReadSettingsAnswer:
        """A policy's settings."""
        answer: ReadSettingsAnswer = await self._send(
            "readSettings",
            options,
            query={"policy_name": policy_name},
        )
        return answer

    async def read_policies(
        self,
        *,
        policy_name: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadPoliciesAnswer:
        """How policies treat each entity type."""
        answer: ReadPoliciesAnswer = await self._send(
            "readPolicies",
            options,
            query={"policy_name": policy_name, "next_page_token": next_page_token},
        )
        return answer

    async def set_actions(
        self,
        body: SetActionsRequest,
        **options: Unpack[CallOptions],
    ) -> SetActionsAnswer:
        """How entity types are masked: token, placeholder, or not at all."""
        answer: SetActionsAnswer = await self._send(
            "setActions",
            options,
            body=body,
        )
        return answer

    async def set_wrappers(
        self,
        body: SetWrappersRequest,
        **options: Unpack[CallOptions],
    ) -> SetWrappersAnswer:
        """Prefixes and suffixes around tokens."""
        answer: SetWrappersAnswer = await self._send(
            "setWrappers",
            options,
            body=body,
        )
        return answer

    async def set_custom_entity(
        self,
        body: SetCustomEntityRequest,
        **options: Unpack[CallOptions],
    ) -> SetCustomEntityAnswer:
        """Define an entity type by a pattern or by words."""
        answer: SetCustomEntityAnswer = await self._send(
            "setCustomEntity",
            options,
            body=body,
        )
        return answer

    async def read_custom_entity(
        self,
        body: ReadCustomEntityRequest,
        **options: Unpack[CallOptions],
    ) -> ReadCustomEntityAnswer:
        """An entity type that a policy defines."""
        answer: ReadCustomEntityAnswer = await self._send(
            "readCustomEntity",
            options,
            body=body,
        )
        return answer

    async def delete_custom_entity(
        self,
        body: DeleteCustomEntityRequest,
        **options: Unpack[CallOptions],
    ) -> DeleteCustomEntityAnswer:
        """Remove an entity type from a policy."""
        answer: DeleteCustomEntityAnswer = await self._send(
            "deleteCustomEntity",
            options,
            body=body,
        )
        return answer

    async def delete_by_age(
        self,
        body: DeleteByAgeRequest,
        **options: Unpack[CallOptions],
    ) -> DeleteByAgeAnswer:
        """Delete mappings older than a date or a number of days."""
        answer: DeleteByAgeAnswer = await self._send(
            "deleteByAge",
            options,
            body=body,
        )
        return answer

    async def erase_by_value(
        self,
        body: EraseByValueRequest,
        **options: Unpack[CallOptions],
    ) -> EraseByValueAnswer:
        """Erase one person by values."""
        answer: EraseByValueAnswer = await self._send(
            "eraseByValue",
            options,
            body=body,
        )
        return answer

    async def erase_by_token(
        self,
        body: EraseByTokenRequest,
        **options: Unpack[CallOptions],
    ) -> EraseByTokenAnswer:
        """Erase one person by tokens."""
        answer: EraseByTokenAnswer = await self._send(
            "eraseByToken",
            options,
            body=body,
        )
        return answer

    async def erase_by_attribute(
        self,
        body: EraseByAttributeRequest,
        **options: Unpack[CallOptions],
    ) -> EraseByAttributeAnswer:
        """Erase one person by an attribute."""
        answer: EraseByAttributeAnswer = await self._send(
            "eraseByAttribute",
            options,
            body=body,
        )
        return answer

    async def read_deletion(
        self,
        *,
        tracking_id: str,
        include_replay: Literal["true", "false"] | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadDeletionAnswer:
        """Progress of a deletion, and its receipt."""
        answer: ReadDeletionAnswer = await self._send(
            "readDeletion",
            options,
            query={"tracking_id": tracking_id, "include_replay": include_replay},
        )
        return answer

    async def set_retention(
        self,
        body: SetRetentionRequest,
        **options: Unpack[CallOptions],
    ) -> SetRetentionAnswer:
        """Delete mappings of a certain age every day."""
        answer: SetRetentionAnswer = await self._send(
            "setRetention",
            options,
            body=body,
        )
        return answer

    async def read_retention(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadRetentionAnswer:
        """The standing retention."""
        answer: ReadRetentionAnswer = await self._send(
            "readRetention",
            options,
        )
        return answer

    async def read_audit(
        self,
        *,
        start_date: str,
        end_date: str,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadAuditAnswer:
        """Audit records between two instants."""
        answer: ReadAuditAnswer = await self._send(
            "readAudit",
            options,
            query={"start_date": start_date, "end_date": end_date, "next_page_token": next_page_token},
        )
        return answer

    async def export_audit(
        self,
        **options: Unpack[CallOptions],
    ) -> AsyncByteStream:
        """The audit as a chain that can be verified offline."""
        answer: AsyncByteStream = await self._send(
            "exportAudit",
            options,
        )
        return answer

    async def delete_audit_records(
        self,
        body: DeleteAuditRecordsRequest,
        **options: Unpack[CallOptions],
    ) -> DeleteAuditRecordsAnswer:
        """Delete audit records older than a date or a number of days."""
        answer: DeleteAuditRecordsAnswer = await self._send(
            "deleteAuditRecords",
            options,
            body=body,
        )
        return answer

    async def read_usage(
        self,
        *,
        namespace: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadUsageAnswer:
        """Requests by namespace and operation."""
        answer: ReadUsageAnswer = await self._send(
            "readUsage",
            options,
            query={"namespace": namespace, "start_date": start_date, "end_date": end_date, "next_page_token": next_page_token},
        )
        return answer

    async def read_all_namespaces_usage(
        self,
        *,
        namespace: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadAllNamespacesUsageAnswer:
        """Requests by namespace."""
        answer: ReadAllNamespacesUsageAnswer = await self._send(
            "readAllNamespacesUsage",
            options,
            query={"namespace": namespace, "start_date": start_date, "end_date": end_date, "next_page_token": next_page_token},
        )
        return answer

    async def read_namespace_usage(
        self,
        *,
        namespace: str,
        start_date: str | None = None,
        end_date: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadNamespaceUsageAnswer:
        """Requests of one namespace by day, operation and outcome."""
        answer: ReadNamespaceUsageAnswer = await self._send(
            "readNamespaceUsage",
            options,
            query={"namespace": namespace, "start_date": start_date, "end_date": end_date, "next_page_token": next_page_token},
        )
        return answer

    async def read_users_usage(
        self,
        *,
        namespace: str,
        start_date: str | None = None,
        end_date: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadUsersUsageAnswer:
        """Requests of one namespace by day, operation, outcome and user."""
        answer: ReadUsersUsageAnswer = await self._send(
            "readUsersUsage",
            options,
            query={"namespace": namespace, "start_date": start_date, "end_date": end_date, "next_page_token": next_page_token},
        )
        return answer

    async def generate_token(
        self,
        body: GenerateTokenRequest,
        **options: Unpack[CallOptions],
    ) -> GenerateTokenAnswer:
        """Issue a token; the first one creates its namespace."""
        answer: GenerateTokenAnswer = await self._send(
            "generateToken",
            options,
            body=body,
        )
        return answer

    async def fetch_token(
        self,
        body: FetchTokenRequest,
        **options: Unpack[CallOptions],
    ) -> FetchTokenAnswer:
        """The newest token of a user."""
        answer: FetchTokenAnswer = await self._send(
            "fetchToken",
            options,
            body=body,
        )
        return answer

    async def deactivate_token(
        self,
        body: DeactivateTokenRequest,
        **options: Unpack[CallOptions],
    ) -> DeactivateTokenAnswer:
        """Revoke a token."""
        answer: DeactivateTokenAnswer = await self._send(
            "deactivateToken",
            options,
            body=body,
        )
        return answer

    async def list_tokens(
        self,
        *,
        namespace: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ListTokensAnswer:
        """Issued tokens, in pages."""
        answer: ListTokensAnswer = await self._send(
            "listTokens",
            options,
            query={"namespace": namespace, "next_page_token": next_page_token},
        )
        return answer

    async def read_token(
        self,
        *,
        auth_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadTokenAnswer:
        """Details of a token."""
        answer: ReadTokenAnswer = await self._send(
            "readToken",
            options,
            query={"auth_token": auth_token},
        )
        return answer

    async def create_operator(
        self,
        body: CreateOperatorRequest,
        **options: Unpack[CallOptions],
    ) -> CreateOperatorAnswer:
        """Create a credential with part of the master key's powers."""
        answer: CreateOperatorAnswer = await self._send(
            "createOperator",
            options,
            body=body,
        )
        return answer

    async def list_operators(
        self,
        **options: Unpack[CallOptions],
    ) -> ListOperatorsAnswer:
        """Operators that have not been revoked."""
        answer: ListOperatorsAnswer = await self._send(
            "listOperators",
            options,
        )
        return answer

    async def deactivate_operator(
        self,
        body: DeactivateOperatorRequest,
        **options: Unpack[CallOptions],
    ) -> DeactivateOperatorAnswer:
        """Revoke the credential of an operator."""
        answer: DeactivateOperatorAnswer = await self._send(
            "deactivateOperator",
            options,
            body=body,
        )
        return answer

    async def hold_namespace(
        self,
        body: HoldNamespaceRequest,
        **options: Unpack[CallOptions],
    ) -> HoldNamespaceAnswer:
        """Set or end the legal hold of a namespace."""
        answer: HoldNamespaceAnswer = await self._send(
            "holdNamespace",
            options,
            body=body,
        )
        return answer

    async def set_limits(
        self,
        body: SetLimitsRequest,
        **options: Unpack[CallOptions],
    ) -> SetLimitsAnswer:
        """Limit requests and values a second of a namespace."""
        answer: SetLimitsAnswer = await self._send(
            "setLimits",
            options,
            body=body,
        )
        return answer

    async def read_limits(
        self,
        *,
        namespace: str,
        **options: Unpack[CallOptions],
    ) -> ReadLimitsAnswer:
        """The limits of a namespace."""
        answer: ReadLimitsAnswer = await self._send(
            "readLimits",
            options,
            query={"namespace": namespace},
        )
        return answer

    async def delete_namespace(
        self,
        body: DeleteNamespaceRequest,
        **options: Unpack[CallOptions],
    ) -> DeleteNamespaceAnswer:
        """Delete a namespace and everything in it."""
        answer: DeleteNamespaceAnswer = await self._send(
            "deleteNamespace",
            options,
            body=body,
        )
        return answer

    async def read_namespace_job(
        self,
        *,
        tracking_id: str,
        **options: Unpack[CallOptions],
    ) -> ReadNamespaceJobAnswer:
        """Progress of a namespace's deletion, and its receipt."""
        answer: ReadNamespaceJobAnswer = await self._send(
            "readNamespaceJob",
            options,
            query={"tracking_id": tracking_id},
        )
        return answer

    async def read_ledger(
        self,
        *,
        namespace: str | None = None,
        next_page_token: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ReadLedgerAnswer:
        """The erasure ledger, in pages."""
        answer: ReadLedgerAnswer = await self._send(
            "readLedger",
            options,
            query={"namespace": namespace, "next_page_token": next_page_token},
        )
        return answer

    async def replay_receipts(
        self,
        body: ReplayReceiptsRequest,
        **options: Unpack[CallOptions],
    ) -> ReplayReceiptsAnswer:
        """After a restore of everything: repeat the erasures that receipts prove."""
        answer: ReplayReceiptsAnswer = await self._send(
            "replayReceipts",
            options,
            body=body,
        )
        return answer

    async def re_anchor(
        self,
        body: ReAnchorRequest,
        **options: Unpack[CallOptions],
    ) -> ReAnchorAnswer:
        """Bring back a namespace whose data and ledger do not match."""
        answer: ReAnchorAnswer = await self._send(
            "reAnchor",
            options,
            body=body,
        )
        return answer

    async def rotate_keys(
        self,
        **options: Unpack[CallOptions],
    ) -> RotateKeysAnswer:
        """Wrap all keys with the newest version of the root key."""
        answer: RotateKeysAnswer = await self._send(
            "rotateKeys",
            options,
        )
        return answer

    async def read_rotation(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadRotationAnswer:
        """Progress of the rotation, and which versions may be removed."""
        answer: ReadRotationAnswer = await self._send(
            "readRotation",
            options,
        )
        return answer

    async def create_chat_completion(
        self,
        body: CreateChatCompletionRequest,
        **options: Unpack[CallOptions],
    ) -> CreateChatCompletionAnswer | AsyncByteStream:
        """Chat Completions of OpenAI and compatible providers."""
        answer: CreateChatCompletionAnswer | AsyncByteStream = await self._send(
            "createChatCompletion",
            options,
            body=body,
        )
        return answer

    async def create_response(
        self,
        body: CreateResponseRequest,
        **options: Unpack[CallOptions],
    ) -> CreateResponseAnswer | AsyncByteStream:
        """Responses of OpenAI."""
        answer: CreateResponseAnswer | AsyncByteStream = await self._send(
            "createResponse",
            options,
            body=body,
        )
        return answer

    async def create_embeddings(
        self,
        body: CreateEmbeddingsRequest,
        **options: Unpack[CallOptions],
    ) -> CreateEmbeddingsAnswer:
        """Embeddings of OpenAI."""
        answer: CreateEmbeddingsAnswer = await self._send(
            "createEmbeddings",
            options,
            body=body,
        )
        return answer

    async def list_openai_models(
        self,
        **options: Unpack[CallOptions],
    ) -> ListOpenaiModelsAnswer:
        """Models of the provider behind the OpenAI paths."""
        answer: ListOpenaiModelsAnswer = await self._send(
            "listOpenaiModels",
            options,
        )
        return answer

    async def read_openai_model(
        self,
        model: str,
        **options: Unpack[CallOptions],
    ) -> ReadOpenaiModelAnswer:
        """One of them."""
        answer: ReadOpenaiModelAnswer = await self._send(
            "readOpenaiModel",
            options,
            path={"model": model},
        )
        return answer

    async def create_message(
        self,
        body: CreateMessageRequest,
        **options: Unpack[CallOptions],
    ) -> CreateMessageAnswer | AsyncByteStream:
        """Messages of Anthropic."""
        answer: CreateMessageAnswer | AsyncByteStream = await self._send(
            "createMessage",
            options,
            body=body,
        )
        return answer

    async def count_message_tokens(
        self,
        body: CountMessageTokensRequest,
        **options: Unpack[CallOptions],
    ) -> CountMessageTokensAnswer:
        """Count the model tokens that Messages would send."""
        answer: CountMessageTokensAnswer = await self._send(
            "countMessageTokens",
            options,
            body=body,
        )
        return answer

    async def list_anthropic_models(
        self,
        *,
        limit: str | None = None,
        after_id: str | None = None,
        before_id: str | None = None,
        **options: Unpack[CallOptions],
    ) -> ListAnthropicModelsAnswer:
        """Models of the provider behind the Anthropic paths."""
        answer: ListAnthropicModelsAnswer = await self._send(
            "listAnthropicModels",
            options,
            query={"limit": limit, "after_id": after_id, "before_id": before_id},
        )
        return answer

    async def read_anthropic_model(
        self,
        model: str,
        **options: Unpack[CallOptions],
    ) -> ReadAnthropicModelAnswer:
        """One of them."""
        answer: ReadAnthropicModelAnswer = await self._send(
            "readAnthropicModel",
            options,
            path={"model": model},
        )
        return answer

    async def call_mcp(
        self,
        body: CallMcpRequest,
        **options: Unpack[CallOptions],
    ) -> CallMcpAnswer | None:
        """Tools for agents, by the Model Context Protocol."""
        answer: CallMcpAnswer | None = await self._send(
            "callMcp",
            options,
            body=body,
        )
        return answer

    async def ask_guardrail(
        self,
        body: AskGuardrailRequest,
        **options: Unpack[CallOptions],
    ) -> AskGuardrailAnswer:
        """LiteLLM's guardrail: called before a request to a language model, and with its answer."""
        answer: AskGuardrailAnswer = await self._send(
            "askGuardrail",
            options,
            body=body,
        )
        return answer

    async def read_health(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadHealthAnswer:
        """Whether the service can serve requests."""
        answer: ReadHealthAnswer = await self._send(
            "readHealth",
            options,
        )
        return answer

    async def read_readiness(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadReadinessAnswer:
        """The same, under the name that orchestrators expect."""
        answer: ReadReadinessAnswer = await self._send(
            "readReadiness",
            options,
        )
        return answer

    async def read_liveness(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadLivenessAnswer:
        """Whether the process responds, even if it can do nothing else."""
        answer: ReadLivenessAnswer = await self._send(
            "readLiveness",
            options,
        )
        return answer

    async def read_metrics(
        self,
        **options: Unpack[CallOptions],
    ) -> AsyncByteStream:
        """Metrics in Prometheus' text format."""
        answer: AsyncByteStream = await self._send(
            "readMetrics",
            options,
        )
        return answer

    async def read_keys(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadKeysAnswer:
        """The public keys of receipts."""
        answer: ReadKeysAnswer = await self._send(
            "readKeys",
            options,
        )
        return answer

    async def read_document(
        self,
        **options: Unpack[CallOptions],
    ) -> ReadDocumentAnswer:
        """This document."""
        answer: ReadDocumentAnswer = await self._send(
            "readDocument",
            options,
        )
        return answer

    async def read_reference(
        self,
        **options: Unpack[CallOptions],
    ) -> AsyncByteStream:
        """The same as a page, without scripts."""
        answer: AsyncByteStream = await self._send(
            "readReference",
            options,
        )
        return answer
