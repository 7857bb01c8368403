// Key rotation of a service with several cells: each has its own, and a version may go when all cells agree.
import { success } from "../../../src/contract/answers.ts";
import type { KeyRotationRecord } from "../../../src/contract/responses/admin.ts";
import { type OwnAnswer, ownAnswer } from "./answers.ts";

/** Join the cells' answers, in cell order. The first failure, if any, is the answer. */
export function joinRotations(answers: readonly OwnAnswer[]): OwnAnswer | undefined {
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) return refused;
  const all = answers.map(({ body }) => (JSON.parse(body) as { data: KeyRotationRecord }).data);
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (of: (one: KeyRotationRecord) => number) =>
    all.reduce((sofar, one) => sofar + of(one), 0);
  const has = (status: KeyRotationRecord["status"]) => all.some((one) => one.status === status);
  const isDone = !has("NONE") && !has("IN-PROGRESS");
  const ends = all.map(({ process_end_time }) => process_end_time ?? "").sort();
  const joined: KeyRotationRecord = {
    ...first,
    status: isDone ? "SUCCESS" : has("IN-PROGRESS") ? "IN-PROGRESS" : "NONE",
    older_versions: first.older_versions.map(({ version }, i) => ({
      version,
      may_go: all.every(({ older_versions }) => older_versions[i]?.may_go === true),
    })),
    process_end_time: isDone ? (ends.at(-1) ?? null) : null,
    namespaces: sum(({ namespaces }) => namespaces),
    wrapped_keys: sum(({ wrapped_keys }) => wrapped_keys),
    unreadable_keys: sum(({ unreadable_keys }) => unreadable_keys),
    error_message: all.find(({ error_message }) => error_message !== "")?.error_message ?? "",
  };
  return ownAnswer(200, success(joined));
}
