# Calls every operation of a service through the asynchronous Python client; python.test.ts makes the same for the synchronous
# one of it. Arguments: the service's URL, the master key. Prints JSON: the requests that were sent.
import asyncio
import inspect
import json
import sys

from httpx import AsyncClient as AsyncHttp
from masking_vault import AsyncClient, VaultError
from masking_vault.operations import UnmaskedItem

url, master_key = sys.argv[1:]
asked = []


async def note(request):
    asked.append(f"{request.method} {request.url.path}")
    assert "auth_token" not in str(request.url)


def client(token):
    return AsyncClient(url, token, http=AsyncHttp(event_hooks={"request": [note]}))


async def failure(call, *args, **options):
    try:
        await call(*args, **options)
    except VaultError as error:
        return error
    raise AssertionError("it did not fail")


async def pieces(text):
    for letter in text:
        yield letter.encode()


async def numbered(count):
    for n in range(count):
        yield {"value": f"Person {n}", "token_name": "Text Token"}


async def values_and_jobs(vault):
    items = [{"value": "Ada Lane", "token_name": "Person Token"}, {"value": "Mail ada@x.org \U0001f600 ü"}]
    masked = await vault.mask(items, explain=True)
    assert masked[1]["individual_tokens"][0]["pii_type"] == "EMAIL_ADDRESS"
    back = await vault.unmask([{"token_value": item["token_value"]} for item in masked])
    assert [item["value"] for item in back] == [item["value"] for item in items]
    texts = [{"value": "Mail ada@x.org"}, {"value": "Yesterday Maria Jensen called."}]
    [mail, name] = await vault.detect(texts, offsets="utf16")
    assert mail["entities"][0]["pii_type"] == "EMAIL_ADDRESS"
    assert name["entities"][0].get("language") == "en", name
    half = await failure(vault.mask, [{"value": "\ud800"}])
    assert (half.status, half.item_index) == (400, 0), half

    text = "Mail ada@x.org, please.\n" * 100
    stream = await vault.api.mask_stream(pieces(text), "text/plain")
    token = await stream.read()
    assert b"ada@x.org" not in token
    stream = await vault.api.unmask_stream(token, "text/plain", strict="true")
    assert (await stream.read()).decode() == text

    submitted, seen = [], []
    ids = await vault.jobs.submit("mask", numbered(250), on_submitted=lambda *job: submitted.append(job))
    ids += await vault.jobs.submit("mask", [{"value": "Ada", "token_name": "Text Token"}] * 5)
    assert submitted == [(ids[0], 250)]
    jobs = await vault.jobs.wait(ids, on_progress=seen.append)
    assert [job["status"] for job in jobs] == ["SUCCESS", "SUCCESS"]
    assert seen[-1] == (255, 255) and seen == sorted(seen), seen
    masked = [item async for item in vault.jobs.results(ids)]
    assert [item["value"] for item in masked] == [f"Person {n}" for n in range(250)] + ["Ada"] * 5
    tokens = [{"token_value": item["token_value"]} for item in masked]
    ids2 = await vault.jobs.submit("unmask", tokens, policy_name=None)
    back = [item["value"] async for item in vault.jobs.results(ids2[0], item_type=UnmaskedItem)]
    assert back == [item["value"] for item in masked]
    listed = [job["tracking_id"] async for job in vault.jobs.list(limit=1, call_type="mask")]
    assert sorted(listed) == sorted(ids)
    assert (await vault.jobs.cancel(ids[0]))["status"] == "SUCCESS"
    assert (await vault.jobs.get(ids[0]))["status"] == "SUCCESS"
    assert (await vault.api.read_jobs({"status": [{"tracking_id": ids[0]}]}))["data"][0]["result"] == masked[:250]
    assert await vault.jobs.submit("mask", []) == []

    ids = [(await vault.jobs.submit("mask", [{"value": "x", "token_name": name}] * 3))[0] for name in ("Text Token", "None")]
    error = await failure(vault.jobs.wait, ids)
    assert (error.code, error.status, error.item_index, error.tracking_id) == ("unknown_token_name", 0, 3, ids[1])
    [slow] = await vault.jobs.submit("mask", ({"value": f"Mail me{n}@x.org"} for n in range(5000)))
    assert (await failure(vault.jobs.wait, slow, max_wait=0.001)).code == "wait_timeout"
    await vault.jobs.cancel(slow)


async def failures(vault):
    error = await failure(vault.mask, [{"value": "x"}, {"value": "planted", "token_name": "None"}])
    assert (error.code, error.status, error.item_index) == ("unknown_token_name", 400, 1)
    assert len(error.request_id) == 36 and "Text Token" in error.allowed and "planted" not in str(error)
    unknown = client("not-a-token")
    error = await failure(unknown.mask, [{"value": "x"}])
    assert error.code == "unauthenticated" and "not-a-token" not in repr(error) + repr(unknown)
    api, chat = vault.api, {"model": "m", "messages": [{"role": "user", "content": "Hello"}]}
    for error in [
        await failure(api.create_chat_completion, chat),
        await failure(api.create_response, {"model": "m", "input": "Hello"}),
        await failure(api.create_embeddings, {"model": "m", "input": "Hello"}),
        await failure(api.list_openai_models),
        await failure(api.read_openai_model, "a b"),
        await failure(api.create_message, {**chat, "max_tokens": 1}),
        await failure(api.count_message_tokens, chat),
        await failure(api.list_anthropic_models, limit="1"),
        await failure(api.read_anthropic_model, "m"),
    ]:
        assert (error.code, error.status) == ("provider_unknown", 404)


async def policies(api):
    assert "Person Token" in json.dumps(await api.list_token_types())
    await api.list_formats()
    await api.list_entity_types()
    ward = {"policy_name": "ward"}
    await api.create_policy({"data": ward})
    assert "ward" in (await api.list_policies())["data"]["policies"]
    await api.set_detection({"data": {**ward, "threshold": 0.5, "languages": ["en", "sv"]}})
    await api.set_settings({"data": {**ward, "partial": True}})
    assert (await api.read_settings(policy_name="ward"))["data"]["partial"] is True
    await api.set_actions({"data": {**ward, "metadata": {"excluded_entities": ["URL"]}}})
    await api.set_wrappers({"data": {**ward, "metadata": [{"entity_name": "URL", "format_prefix": "[", "format_suffix": "]"}]}})
    await api.set_custom_entity({"data": {**ward, "entity_name": "BED", "words": ["Bed 7"]}})
    await api.read_custom_entity({"data": {**ward, "entity_name": "BED"}})
    await api.delete_custom_entity({"data": {**ward, "entity_name": "BED"}})
    await api.read_policies(policy_name="ward")
    await api.set_default_policy({"data": ward})
    assert (await api.read_default_policy())["data"] == ward
    await api.set_default_policy({"data": {"policy_name": None}})
    await api.delete_policy({"data": ward})


async def erasure(vault, operator):
    item = {"value": "Jo Hart", "attributes": {"customer": 42}, "token_name": "Person Token"}
    [masked] = await vault.mask([item])
    assert (await vault.erase({"values": ["Jo Hart"]}, dry_run=True))["would_clear"] == 1
    for target in (
        {"key": "customer", "value": 42},
        {"tokens": [masked["token_value"]]},
        {"values": ["Jo Hart"]},
        {"duration": 30},
    ):
        seen = []
        accepted = await vault.erase(target)
        record = await vault.wait_for_erasure(accepted["tracking_id"], on_progress=seen.append)
        assert record["status"] == "SUCCESS" and seen
    assert (await failure(vault.unmask, [{"token_value": masked["token_value"]}])).status == 400
    span = {"start_date": "2026-01-01 00:00:00", "end_date": "2099-12-31 23:59:59"}
    assert (await vault.api.read_audit(**span))["success"]
    assert b"checkpoint" in await (await vault.api.export_audit()).read()
    await vault.api.delete_audit_records({"data": {"duration": 365}})
    for asker in (vault, operator):
        assert (await asker.api.read_usage())["data"]["details"]
        assert (await asker.api.read_all_namespaces_usage())["data"]["details"]
        [own, *_] = (await vault.api.read_usage())["data"]["details"]
        await asker.api.read_namespace_usage(namespace=own["namespace"])
        await asker.api.read_users_usage(namespace=own["namespace"])
    await vault.api.set_retention({"data": {"duration": 90}})
    assert (await vault.api.read_retention())["data"]["duration"] == 90
    await operator.api.replay_receipts({"data": {"receipts": [record["receipt"]]}})


async def operators(api, token, name):
    made = (await api.create_operator({"data": {"name": "desk", "scopes": ["read"]}}))["data"]
    assert (await client(made["auth_token"]).api.list_tokens(namespace=name))["data"]
    assert [one["name"] for one in (await api.list_operators())["data"]] == ["desk"]
    await api.deactivate_operator({"data": {"operator_id": made["operator_id"]}})
    user = {"namespace_name": name, "_id": "me"}
    await api.fetch_token({"data": user})
    assert len((await api.list_tokens(namespace=name))["data"]) == 1
    assert (await api.read_token(auth_token=token))["data"]["namespace_name"] == name
    for hold in (True, False):
        await api.hold_namespace({"data": {"namespace_name": name, "hold": hold}})
    limits = {"requests_per_second": 1_000}
    await api.set_limits({"data": {"namespace_name": name, "limits": limits}})
    assert (await api.read_limits(namespace=name))["data"]["limits"] == limits
    held = {**user, "permissions": ["unmask"], "unmask": {"reason_required": True}}
    told = client((await api.generate_token({"data": held}))["data"]["auth_key"])
    assert (await failure(told.unmask, [{"token_value": "Hello there"}])).code == "reason_required"
    await told.unmask([{"token_value": "Hello there"}], headers={"X-Audit-Reason": "ticket 4711"})
    assert (await api.read_ledger(namespace=name))["data"]
    await api.rotate_keys()
    assert (await api.read_rotation())["data"]["version"] == 1
    await api.re_anchor({"data": {"namespace_name": name}})
    await api.deactivate_token({"data": {"auth_token": token}})
    job = await api.delete_namespace({"data": {"namespace_to_be_deleted": name}})
    await api.read_namespace_job(tracking_id=job["data"]["tracking_id"])


async def agents(api, operator):
    assert (await api.call_mcp({"jsonrpc": "2.0", "method": "ping", "id": 1}))["id"] == 1
    assert await api.call_mcp({"jsonrpc": "2.0", "method": "notifications/initialized"}) is None
    await api.ask_guardrail({"input_type": "request", "texts": ["Hello"]})
    assert len((await api.read_keys())["keys"]) == 1
    await api.read_health()
    await api.read_readiness()
    await api.read_liveness()
    assert b"# TYPE " in await (await operator.api.read_metrics()).read()
    assert (await api.read_document())["openapi"] == "3.1.0"
    assert b"<html" in await (await api.read_reference()).read()


async def main():
    name = "demo-" + AsyncClient.__name__.lower()
    async with client(master_key) as operator:
        user = {"namespace_name": name, "_id": "me", "permissions": ["mask", "unmask", "metadata_change"]}
        token = (await operator.api.generate_token({"data": user}))["data"]["auth_key"]
        vault = client(token)
        await values_and_jobs(vault)
        await failures(vault)
        await policies(vault.api)
        await erasure(vault, operator)
        await agents(vault.api, operator)
        await operators(operator.api, token, name)
    print(json.dumps(sorted(set(asked))))


outcome = main()
if inspect.isawaitable(outcome):
    asyncio.run(outcome)
