/** API calls of the console about cases. */
import { getTexts } from "#translations/staff-cases.ts";
import { readObject, requireObject } from "../client/readers.ts";
import { requestOnce } from "../client/request-ids.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type {
  CaseAssignmentInput,
  CaseClosingInput,
  CaseDecisionInput,
  CaseNoteInput,
  CaseReplyInput,
} from "./case-input.ts";
import type { CaseDetail } from "./cases.responses.ts";

const t = getTexts("staffCases");

const pathOf = (id: string) => `/cases/${encodeURIComponent(id)}`;

export async function fetchCase(id: string): Promise<CaseDetail> {
  return requireObject<CaseDetail>(await callStaff(pathOf(id), { fallback: t("loadFailed") }));
}

/** @returns the changed case. */
async function change(
  id: string,
  path: string,
  body: object,
  method: "POST" | "PUT" = "POST",
): Promise<CaseDetail> {
  const answer = await callStaff(`${pathOf(id)}${path}`, {
    method,
    fallback: t("failed"),
    body,
  });
  const changed = readObject<CaseDetail>(answer);
  return changed ?? fetchCase(id);
}

export const assignCase = (id: string, body: CaseAssignmentInput) =>
  change(id, "/assignee", body, "PUT");

export const addCaseNote = (id: string, body: Omit<CaseNoteInput, "requestId">) =>
  requestOnce(JSON.stringify(["note", id, body]), (requestId) =>
    change(id, "/notes", { ...body, requestId }),
  );

export const replyToCase = (id: string, body: Omit<CaseReplyInput, "requestId">) =>
  requestOnce(JSON.stringify(["reply", id, body]), (requestId) =>
    change(id, "/replies", { ...body, requestId }),
  );

export const decideCase = (id: string, body: CaseDecisionInput) => change(id, "/decision", body);

export const closeCase = (id: string, body: CaseClosingInput) => change(id, "/closing", body);
