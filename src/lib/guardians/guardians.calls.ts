import { getTexts } from "#translations/guardians.ts";
import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { MessagePage } from "../messages/messages.responses.ts";
import type { GuardianView } from "./guardians.responses.ts";

const t = getTexts("guardians");

export async function viewAsGuardian(token: string): Promise<GuardianView> {
  const body = { token };
  const fallback = t("conversationsFailed");
  const request = { method: "POST", body, fallback } as const;
  return requireObject<GuardianView>(await sendRequest("/guardian/conversations", request));
}

export async function readAsGuardian(
  token: string,
  threadId: string,
  before?: number,
): Promise<MessagePage> {
  const body = { token, threadId, ...(before === undefined ? {} : { before }) };
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
