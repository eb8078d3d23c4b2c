/** API calls of the app that runs in Zoom's client. */
import { callApi } from "../client/api-client.ts";
import { sendRequest } from "../client/http.ts";
import { requireObject } from "../client/readers.ts";
import type { ZoomAppPlace, ZoomAppSession } from "./zoom-app.responses.ts";

const base = "/zoom-app";

/** Exchanges a context from Zoom for a session. */
export async function openZoomApp(
  context: string,
  meetingUuids: readonly string[],
): Promise<ZoomAppSession> {
  const body = { context, meetingUuids };
  return requireObject(
    await sendRequest(`${base}/session`, { method: "POST", body, changesNothing: true }),
  );
}

/** Emails a code to the owner of the address, if there is one. */
export async function requestZoomCode(ticket: string, email: string): Promise<void> {
  await sendRequest(`${base}/link/code`, {
    method: "POST",
    body: { ticket, email },
    changesNothing: true,
  });
}

export interface ZoomLinking {
  ticket: string;
  email: string;
  code: string;
  meetingUuids: readonly string[];
}

export async function linkZoomUser(linking: ZoomLinking): Promise<ZoomAppSession> {
  return requireObject(await sendRequest(`${base}/link`, { method: "POST", body: linking }));
}

/** Ends the link that opened this app. */
export async function endCurrentZoomLink(): Promise<void> {
  await callApi(`${base}/link`, { method: "DELETE" });
}

export interface MeetingClaim {
  ticket: string;
  meetingNumber: string;
  classId: string;
}

export async function claimMeeting(claim: MeetingClaim): Promise<ZoomAppPlace> {
  return requireObject(await callApi(`${base}/claims`, { method: "POST", body: claim }));
}
