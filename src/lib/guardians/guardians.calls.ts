import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { MessagePage } from "../messages/messages.responses.ts";
import type { GuardianView } from "./guardians.responses.ts";

const fallback = "Failed to load the conversations";

export async function viewAsGuardian(token: string): Promise<GuardianView> {
  const body = { token };
  const request = { method: "POST", body, fallback } as const;
  return requireObject<GuardianView>(await sendRequest("/guardian/conversations", request));
}

export async function readAsGuardian(
  token: string,
  threadId: string,
  before?: number,
): Promise<MessagePage> {
  const body = { token, threadId, ...(before === undefined ? {} : { before }) };
  const request = { method: "POST", body, fallback: "Failed to load messages" } as const;
  return requireObject<MessagePage>(await sendRequest("/guardian/messages", request));
}

/** Revokes the guardian's link. */
export async function turnOffGuardianLink(token: string): Promise<void> {
  const body = { token };
  await sendRequest("/guardian/end", {
    method: "POST",
    body,
    fallback: "The link could not be turned off. Please try again.",
  });
}
