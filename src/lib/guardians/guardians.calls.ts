import { getTexts as getCaseTexts } from "#translations/cases.ts";
import { getTexts as getPageTexts } from "#translations/guardian-page.ts";
import { getTexts } from "#translations/guardians.ts";
import type { GuardianReportInput } from "../cases/cases.ts";
import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { MessagePage } from "../messages/messages.responses.ts";
import type { TeacherMessageInput } from "./guardian-view.ts";
import type { GuardianChild, GuardianView } from "./guardians.responses.ts";

const t = getTexts("guardians");
const caseTexts = getCaseTexts("cases");
const pageTexts = getPageTexts("guardianPage");

/** The child's page. @param childId one of the link's children; by default the first one. */
export async function readChildPage(token: string, childId?: string): Promise<GuardianChild> {
  const body = { token, ...(childId === undefined ? {} : { childId }) };
  const request = { method: "POST", body, fallback: pageTexts("failed") } as const;
  return requireObject<GuardianChild>(await sendRequest("/guardian/child", request));
}

export async function writeToTeacher(input: TeacherMessageInput): Promise<void> {
  const fallback = pageTexts("contact.failed");
  await sendRequest("/guardian/teacher-message", { method: "POST", body: input, fallback });
}

export async function reportTeacher(input: GuardianReportInput): Promise<void> {
  const fallback = caseTexts("failed");
  await sendRequest("/guardian/report", { method: "POST", body: input, fallback });
}

export async function viewAsGuardian(token: string, childId: string): Promise<GuardianView> {
  const body = { token, childId };
  const fallback = t("conversationsFailed");
  const request = { method: "POST", body, fallback } as const;
  return requireObject<GuardianView>(await sendRequest("/guardian/conversations", request));
}

export async function readAsGuardian(
  token: string,
  childId: string,
  threadId: string,
  before?: number,
): Promise<MessagePage> {
  const body = { token, childId, threadId, ...(before === undefined ? {} : { before }) };
  const request = { method: "POST", body, fallback: t("messagesFailed") } as const;
  return requireObject<MessagePage>(await sendRequest("/guardian/messages", request));
}

/** Revokes the guardian's link. */
export async function turnOffGuardianLink(token: string): Promise<void> {
  const body = { token };
  await sendRequest("/guardian/end", {
    method: "POST",
    body,
    fallback: t("endFailed"),
  });
}
