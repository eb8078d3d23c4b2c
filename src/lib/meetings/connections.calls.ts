/** Calls for the connection of a teacher's account at a meeting service. */
import { getTexts } from "#translations/meetings.ts";
import { callApi } from "../client/api-client.ts";
import { messageOf } from "../client/api-error.ts";
import { readObject, requireText } from "../client/readers.ts";
import type { MeetingService } from "./meeting-services.ts";
import type { ServiceStatus } from "./meetings.responses.ts";
import { meetingMessages } from "./meetings.rules.ts";

const t = getTexts("meetings");

/** `problem` says why the account's status is unknown. */
export type CheckedStatus = ServiceStatus & { problem?: string };

/** Checks whether the teacher's account is connected. A failure counts as not connected. */
export async function fetchServiceStatus({ id, name }: MeetingService): Promise<CheckedStatus> {
  const fallback = t("failed.status", { service: name });
  try {
    const body = await callApi(`/${id}/status`, { fallback });
    if (Array.isArray(body)) return { connected: false, problem: fallback };
    const status = readObject<Partial<ServiceStatus>>(body) ?? {};
    const { account, accessEndedAt, upcomingMeetings } = status;
    return {
      connected: body.connected === true,
      ...(account ? { account } : {}),
      ...(accessEndedAt ? { accessEndedAt } : {}),
      ...(upcomingMeetings ? { upcomingMeetings } : {}),
    };
  } catch (error) {
    return { connected: false, problem: messageOf(error) };
  }
}

/**
 * Creates a ticket for one navigation to the connect URL, so that no URL contains the access token.
 */
export async function createConnectTicket({ id, name }: MeetingService): Promise<string> {
  const body = await callApi(
    `/${id}/connect/ticket`,
    { method: "POST", body: {}, fallback: meetingMessages.notConnected(name) },
    t("logInToConnect", { service: name }),
  );
  return requireText(body, "ticket");
}

export const connectPath = ({ id }: MeetingService, ticket: string): string =>
  `/api/${id}/connect?token=${encodeURIComponent(ticket)}`;

/** Disconnects the teacher's account. */
export async function disconnectService({ id, name }: MeetingService): Promise<void> {
  await callApi(
    `/${id}/disconnect`,
    { method: "POST", body: {}, fallback: meetingMessages.notDisconnected(name) },
    t("logInToDisconnect", { service: name }),
  );
}

export async function completeConnection(
  { id, name }: MeetingService,
  code: string,
  state: string,
): Promise<void> {
  await callApi(
    `/${id}/oauth/callback`,
    { method: "POST", body: { code, state }, fallback: meetingMessages.notAuthorized(name) },
    t("logInToComplete", { service: name }),
  );
}
