/** Parses the Zoom events that the product uses. */
import * as z from "zod/mini";
import type { MeetingNotification, ReceivedNotification } from "../meeting-provider.ts";
import { canonicalUuid } from "./meeting-uuid.ts";
import { urlValidationAnswer } from "./webhook.ts";

const eventSchema = z.looseObject({
  event: z.string(),
  /** When the event happened, in milliseconds since the Unix epoch. */
  event_ts: z.optional(z.int().check(z.nonnegative())),
  payload: z.record(z.string(), z.unknown()),
});
const validation = z.object({ plainToken: z.string().check(z.maxLength(500)) });
const meetingPayload = z.object({
  object: z.object({
    id: z.union([z.string(), z.number()]),
    uuid: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    host_id: z.optional(z.string()),
  }),
});
const deauthorization = z.object({
  user_id: z.string(),
  deauthorization_time: z.optional(z.iso.datetime({ offset: true })),
});

/**
 * Parses a body whose signature was verified; undefined if it isn't an event, or lacks fields that
 * its type requires.
 */
export function readZoomEvent(
  body: unknown,
  { now, webhookSecret }: { now: Date; webhookSecret: string },
): ReceivedNotification | undefined {
  const event = eventSchema.safeParse(body);
  if (!event.success) return undefined;
  const { event: type, event_ts: sentAt, payload } = event.data;
  const at = new Date(Math.min(sentAt ?? now.getTime(), now.getTime()));
  const notification = readPayload(type, payload, at, webhookSecret);
  return notification && { type, notification };
}

function readPayload(
  type: string,
  payload: Record<string, unknown>,
  at: Date,
  webhookSecret: string,
): MeetingNotification | undefined {
  switch (type) {
    case "endpoint.url_validation": {
      const { data } = validation.safeParse(payload);
      const answer = data && urlValidationAnswer(data.plainToken, webhookSecret);
      return answer && { about: "address check", answer };
    }
    case "app_deauthorized": {
      const { data } = deauthorization.safeParse(payload);
      const time = data?.deauthorization_time;
      return (
        data && { about: "revocation", accountId: data.user_id, at: time ? new Date(time) : at }
      );
    }
    case "meeting.started":
    case "meeting.ended": {
      const meeting = meetingPayload.safeParse(payload).data?.object;
      const about = type === "meeting.started" ? "start" : "end";
      const instanceId = meeting?.uuid === undefined ? undefined : canonicalUuid(meeting.uuid);
      return meeting && { about, meetingId: String(meeting.id), instanceId, at };
    }
    case "meeting.updated":
    case "meeting.deleted": {
      const meeting = meetingPayload.safeParse(payload).data?.object;
      const about = type === "meeting.deleted" ? "deletion" : "change";
      return meeting && { about, meetingId: String(meeting.id), hostId: meeting.host_id };
    }
    default:
      return { about: "other" };
  }
}
