// The reference page: the OpenAPI document as HTML without scripts that loads nothing.
import { FAILURES } from "../../src/core/errors.ts";
import { type Member, membersOf, typeOf } from "./page-members.ts";
import {
  type ApiDocument,
  type MediaTypes,
  operationsOf,
  type RoutedOperation,
  type Schemas,
} from "./read-document.ts";

/** The page for a document. */
export function referencePage({ info, tags, paths, components }: ApiDocument): string {
  const operations = operationsOf({ paths });
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter((operation) => operation.tags.includes(tag.name)),
  }));
  const sections = groups.map(
    ({ name, description, operations: list }) =>
      `<section id="${slug(name)}"><h2>${text(name)}</h2><p>${prose(description)}</p>
${list.map((one) => operationArticle(components.schemas, one)).join("\n")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)} API</title>
<style>${PAGE_STYLE}</style>
<nav aria-label="Operations"><p><a href="#top">${text(info.title)} ${text(info.version)}</a></p>
<ul>${groups.map(navigationOf).join("\n")}<li><a href="#error-codes">Error codes</a></li></ul></nav>
<main id="top"><h1>${text(info.title)} API</h1>
${INTRODUCTION}
${sections.join("\n")}
${errorCodes()}</main>
</html>
`;
}

const INTRODUCTION = `<p>Sensitive values in, reversible tokens out, background jobs, provable erasure. This page is made from
<a href="openapi.json">openapi.json</a> (OpenAPI 3.1), which generators of clients read.</p>
<ul>
<li>JSON in and out, in UTF-8. <code>Authorization: Bearer …</code> carries a namespace token, the operator's master key, or a credential that may do a part of what it may.</li>
<li>An answer is <code>{"data":…,"success":true,"error":{"message":""}}</code>; the tables below tell what is in <code>data</code>, and
what stands beside it. More members may come: ignore those you do not know.</li>
<li>A failure has <code>error.message</code> for people, <code>error.code</code> for programs and, where one item is to blame,
<code>error.item_index</code>. It never repeats a submitted value. A 429 or 503 has <code>Retry-After</code>.</li>
<li>Every answer has <code>X-Request-Id</code>. Times are UTC.</li>
</ul>`;

function navigationOf(group: { name: string; operations: readonly RoutedOperation[] }): string {
  const { name, operations } = group;
  const items = operations.map(({ operationId, method, path }) => {
    const short = path.replace("/api/vault/", "");
    return `<li><a href="#${operationId}"><b>${method}</b> ${text(short)}</a></li>`;
  });
  return `<li><a href="#${slug(name)}">${text(name)}</a><ul>${items.join("")}</ul></li>`;
}

function operationArticle(schemas: Schemas, operation: RoutedOperation): string {
  const { method, path, operationId, summary, externalDocs } = operation;
  const { description = "", parameters = [] } = operation;
  const given = parameters.map((parameter) => ({
    ...{ name: parameter.name, required: parameter.required },
    type: `${typeOf(schemas, parameter.schema)}, in the ${parameter.in}`,
    description: parameter.description ?? "",
  }));
  const parts = [
    `<article id="${operationId}"><h3><b class="${method}">${method}</b> <code>${text(path)}</code></h3>`,
    `<p><strong>${prose(summary)}.</strong> ${prose(description)}${linkTo(externalDocs)}</p>`,
    `<p class="needs">Needs ${neededFor(operation)}. Clients call it <code>${operationId}</code>.</p>`,
    given.length === 0 ? "" : `<h4>Parameters</h4>${memberTable(given)}`,
    requestPart(schemas, operation.requestBody?.content ?? {}),
    answerPart(schemas, operation.responses["200"]?.content ?? {}),
    failurePart(operation.responses),
    "</article>",
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function linkTo(page: RoutedOperation["externalDocs"]): string {
  return page === undefined ? "" : ` Its maker tells <a href="${text(page.url)}">more</a>.`;
}

function neededFor({ security }: RoutedOperation): string {
  const [first] = security;
  if (first === undefined) return "no credential";
  const scope = security.flatMap((one) => one["operatorCredential"] ?? [])[0];
  const credential = `the credential of an operator with <code>${scope}</code>`;
  const ofOperators = scope === undefined ? "the master key" : `the master key, or ${credential}`;
  if (first["masterKey"] !== undefined) return ofOperators;
  const [permission] = first["namespaceToken"] ?? [];
  const token =
    permission === undefined
      ? "any namespace token"
      : `a namespace token with <code>${permission}</code>`;
  if (security.some((one) => "masterKey" in one)) return `${token}, or ${ofOperators}`;
  return security.length > 1 ? `${token}, also as <code>x-api-key</code>` : token;
}

function requestPart(schemas: Schemas, content: MediaTypes): string {
  const members = wholeMembers(schemas, content);
  if (Object.keys(content).length === 0) return "";
  return `<h4>Request${typesOf(content)}</h4>${memberTable(members)}${examplesIn(content, true)}`;
}

/** Members that every answer has are explained once, at the top. */
function answerPart(schemas: Schemas, content: MediaTypes): string {
  const members = wholeMembers(schemas, content).filter(
    ({ name }) => !/^(success|error)\b/.test(name),
  );
  const table = members.length === 0 ? "" : `${folded("Members", memberTable(members), false)}`;
  return `<h4>Answer${typesOf(content)}</h4>${table}${examplesIn(content, false)}`;
}

function wholeMembers(schemas: Schemas, content: MediaTypes): Member[] {
  const schema = content["application/json"]?.schema;
  return schema === undefined ? [] : membersOf(schemas, schema);
}

/** Media types, unless JSON is the only one. */
function typesOf(content: MediaTypes): string {
  const types = Object.keys(content);
  return types.join() === "application/json" ? "" : ` <small>${text(types.join(", "))}</small>`;
}

function examplesIn(content: MediaTypes, isOpen: boolean): string {
  const examples = Object.values(content).flatMap(({ examples: some = {} }) => Object.values(some));
  const blocks = examples.map(({ summary, value }) => {
    const shown = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    const name = summary === undefined ? "Example" : `Example: ${summary}`;
    return folded(name, `<pre>${text(shown)}</pre>`, isOpen);
  });
  return blocks.join("");
}

function folded(name: string, html: string, isOpen: boolean): string {
  return `<details${isOpen ? " open" : ""}><summary>${prose(name)}</summary>${html}</details>`;
}

function memberTable(members: readonly Member[]): string {
  if (members.length === 0) return "";
  const rows = members.map(({ name, type, required, description }) => {
    const told = required ? "" : " <i>optional</i>";
    return `<td><code>${text(name)}</code>${told}<td>${text(type)}<td>${prose(description)}`;
  });
  return table("<th>member<th>type<th>what", rows);
}

function failurePart(responses: RoutedOperation["responses"]): string {
  const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (failures.length === 0) return "";
  const rows = failures.map(
    ([status, { description }]) => `<td>${status}<td>${prose(description)}`,
  );
  return folded("Failures", table("<th>status<th>codes", rows), false);
}

function errorCodes(): string {
  const rows = Object.entries(FAILURES).map(([code, [status, message, seconds]]) => {
    const said = typeof message === "string" ? message : message("…");
    const retry = seconds === undefined ? "" : "yes";
    return `<td><code>${code}</code><td>${status}<td>${text(said)}<td>${retry}`;
  });
  const head = "<th>code<th>status<th>message<th>worth a retry";
  return `<section id="error-codes"><h2>Error codes</h2>
<p>Codes are stable, messages are not.</p>${table(head, rows)}</section>`;
}

function table(head: string, rows: readonly string[]): string {
  const lines = [head, ...rows].map((row) => `<tr>${row}`);
  return `<div class="table"><table>${lines.join("\n")}</table></div>`;
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** HTML of a text with `code` in it. */
function prose(markdown: string): string {
  return text(markdown).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function text(plain: string): string {
  const escaped = plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return escaped.replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Style sheet, exactly as in the page; the route has its digest (src/http/reference). */
const PAGE_STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0550ae,#79b8ff)}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.85rem}
nav ul{list-style:none;margin:0;padding:0}nav ul ul{padding:.2rem 0 .8rem}
nav>ul>li>a{font-weight:600}nav ul ul a{display:block;padding:.1rem 0;overflow-wrap:anywhere;color:inherit}
nav b{display:inline-block;min-width:2.4rem;font-size:.7rem;opacity:.7}
main{padding:1rem 2rem 4rem;max-width:60rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h1{margin:.2rem 0}h2{margin:3rem 0 0;border-bottom:1px solid var(--line)}
h3{margin:2.5rem 0 .3rem;font-size:1.05rem;overflow-wrap:anywhere}h4{margin:1rem 0 .3rem}
h3 b{font-size:.75rem;padding:.15rem .45rem;border-radius:.3rem;background:#1a7f37;color:#fff}
h3 b.PUT{background:#9a6700}h3 b.POST{background:#0969da}
article>p{margin:.3rem 0}.needs{font-size:.85rem;opacity:.8}
code,pre{font:.86em/1.45 ui-monospace,monospace}code{background:var(--soft);padding:.1em .25em;border-radius:.2rem}
h3 code{background:none}pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow:auto;max-height:26rem;margin:.3rem 0}
.table{overflow-x:auto}table{border-collapse:collapse;font-size:.87rem;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
td:first-child{overflow-wrap:anywhere}i{opacity:.6;font-size:.8em}
summary{cursor:pointer;font-size:.87rem;margin:.3rem 0}
:target{scroll-margin-top:.5rem}article:target h3{outline:2px solid var(--link);outline-offset:.3rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
`;
