// Zoom's events for the product, signed like Zoom's own.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { SandboxConfig } from "../config.ts";
import type { WebhookSign, Webhooks } from "../webhooks.ts";
import { type Meeting, type Participant, type ZoomUser, zoomTime } from "./store.ts";

/** Signs webhooks: `x-zm-signature` is an HMAC of the version, the time and the raw body. */
export function signWith(secret: string): WebhookSign {
  return (body, at) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    return { "x-zm-request-timestamp": timestamp, "x-zm-signature": `v0=${digest}` };
  };
}

export interface ZoomEvents {
  meetingStarted(host: ZoomUser, meeting: Meeting): void;
  meetingEnded(host: ZoomUser, meeting: Meeting): void;
  /**
   * @param changed the changed fields with their new values.
   * @param before the same fields with their previous values.
   */
  meetingUpdated(host: ZoomUser, meeting: Meeting, changed: object, before: object): void;
  meetingDeleted(host: ZoomUser, meeting: Meeting): void;
  participantJoined(host: ZoomUser, meeting: Meeting, participant: Participant): void;
  participantLeft(host: ZoomUser, meeting: Meeting, participant: Participant): void;
  appDeauthorized(user: ZoomUser): void;
}

export function createEvents(webhooks: Webhooks, config: SandboxConfig["zoom"]): ZoomEvents {
  function send(event: string, payload: Record<string, unknown>): void {
    webhooks.enqueue({
      id: randomUUID(),
      provider: "zoom",
      event: { event, event_ts: Date.now(), payload },
    });
  }

  const now = () => zoomTime(new Date());

  return {
    meetingStarted(host, meeting) {
      send("meeting.started", { account_id: host.accountId, object: instanceOf(meeting) });
    },
    meetingEnded(host, meeting) {
      const object = { ...instanceOf(meeting), end_time: now() };
      send("meeting.ended", { account_id: host.accountId, object });
    },
    meetingUpdated(host, { id }, changed, before) {
      send("meeting.updated", {
        account_id: host.accountId,
        operator: host.email,
        operator_id: host.id,
        object: { id, ...changed },
        old_object: { id, ...before },
        time_stamp: Date.now(),
      });
    },
    meetingDeleted(host, meeting) {
      send("meeting.deleted", {
        account_id: host.accountId,
        operator: host.email,
        operator_id: host.id,
        operation: "single",
        object: { ...instanceOf(meeting), id: meeting.id },
      });
    },
    participantJoined(host, meeting, participant) {
      const object = {
        ...instanceOf(meeting),
        participant: { ...personOf(participant), join_time: now() },
      };
      send("meeting.participant_joined", { account_id: host.accountId, object });
    },
    participantLeft(host, meeting, participant) {
      const object = {
        ...instanceOf(meeting),
        participant: {
          ...personOf(participant),
          leave_time: now(),
          leave_reason: "left the meeting.",
        },
      };
      send("meeting.participant_left", { account_id: host.accountId, object });
    },
    appDeauthorized(user) {
      send("app_deauthorized", {
        account_id: user.accountId,
        user_id: user.id,
        signature: createHmac("sha256", config.clientSecret).update(user.id).digest("hex"),
        deauthorization_time: new Date().toISOString(),
        client_id: config.clientId,
        event_ts: Date.now(),
      });
    },
  };
}

/**
 * Zoom's check that an endpoint belongs to the app: the response must contain the token and its
 * signature.
 */
export async function validateEndpoint(
  webhookBase: string,
  secret: string,
): Promise<{ valid: boolean; message: string }> {
  const plainToken = randomBytes(16).toString("base64url");
  const body = JSON.stringify({
    event: "endpoint.url_validation",
    event_ts: Date.now(),
    payload: { plainToken },
  });
  try {
    const response = await fetch(`${webhookBase}/api/webhooks/zoom`, {
      method: "POST",
      headers: { "content-type": "application/json", ...signWith(secret)(body, new Date()) },
      body,
      signal: AbortSignal.timeout(3000),
    });
    const answer = (await response.json()) as { plainToken?: unknown; encryptedToken?: unknown };
    const expected = createHmac("sha256", secret).update(plainToken).digest("hex");
    const valid =
      response.ok && answer.plainToken === plainToken && answer.encryptedToken === expected;
    return valid
      ? { valid, message: "The endpoint is validated." }
      : { valid, message: `The endpoint answered ${response.status} without the right token.` };
  } catch (error) {
    return { valid: false, message: `The endpoint did not answer: ${(error as Error).message}` };
  }
}

function instanceOf(meeting: Meeting) {
  return {
    id: String(meeting.id),
    uuid: meeting.uuid,
    host_id: meeting.hostId,
    topic: meeting.topic,
    type: meeting.type,
    start_time: meeting.startedAt ?? meeting.startTime,
    timezone: meeting.timezone,
    duration: meeting.duration,
  };
}

function personOf(participant: Participant) {
  return {
    user_id: participant.userId,
    user_name: participant.name,
    id: participant.zoomId,
    participant_uuid: participant.uuid,
    email: participant.email,
    registrant_id: "",
    participant_user_id: participant.zoomId,
  };
}
