/** What Zoom tells about meetings and connections. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import { webhookEvents } from "../../db/tables/payments.table.ts";
import { isStorableJson } from "../../http/storable-json.ts";
import { parseJson } from "../../http/strict-json.ts";
import { urlValidationAnswer, verifyWebhook } from "../../providers/meetings/zoom/webhook.ts";
import { markEnded, markStarted } from "./meeting-status.ts";
import { queueSync } from "./sync-from-provider.ts";
import { revokeConnections } from "../connection/connection.ts";

const eventSchema = z.looseObject({
  event: z.string(),
  /** When it happened, in milliseconds since 1970. */
  event_ts: z.optional(z.int().check(z.nonnegative())),
  payload: z.record(z.string(), z.unknown()),
});
const validation = z.object({ plainToken: z.string().check(z.maxLength(500)) });
const meetingPayload = z.object({
  object: z.object({ id: z.union([z.string(), z.number()]), host_id: z.optional(z.string()) }),
});
const deauthorization = z.object({
  user_id: z.string(),
  deauthorization_time: z.optional(z.iso.datetime({ offset: true })),
});

/**
 * Takes a delivery: checks its signature on the raw body, works on each event once.
 * @returns the body of the answer.
 * @throws AppError `invalid_input` for a wrong signature or a body that is no event.
 */
export async function receiveZoomEvent(
  context: Context,
  rawBody: Uint8Array,
  headers: Headers,
): Promise<object> {
  const { webhookSecret } = context.config.zoom;
  if (!verifyWebhook(rawBody, headers, webhookSecret, new Date())) {
    throw new AppError("invalid_input", "The signature is wrong.");
  }
  const { event, event_ts, payload } = readEvent(rawBody);
  const now = Date.now();
  if (event === "endpoint.url_validation") {
    return urlValidationAnswer(read(validation, payload).plainToken, webhookSecret);
  }
  await handleOnce(context, rawBody, {
    type: event,
    payload,
    at: new Date(Math.min(event_ts ?? now, now)),
  });
  return { received: true };
}

function readEvent(rawBody: Uint8Array): z.output<typeof eventSchema> {
  const body = parseJson(rawBody);
  if (!isStorableJson(body)) throw noEvent();
  return read(eventSchema, body);
}

/** What is read of a body that Zoom has signed. @throws AppError when it isn't there. */
function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const found = schema.safeParse(body);
  if (!found.success) throw noEvent();
  return found.data;
}

function noEvent(): AppError {
  return new AppError("invalid_input", "The body is not an event.");
}

interface ZoomEvent {
  type: string;
  payload: Record<string, unknown>;
  /** When it happened; it may be told late. */
  at: Date;
}

/** Zoom's events have no id of their own; the same body is the same event. */
async function handleOnce(
  context: Context,
  rawBody: Uint8Array,
  { type, payload, at }: ZoomEvent,
): Promise<void> {
  const id = `zoom_${createHash("sha256").update(rawBody).digest("hex")}`;
  const [event] = await context.db
    .insert(webhookEvents)
    .values({ id, provider: "zoom", type, payload })
    .onConflictDoUpdate({ target: webhookEvents.id, set: { type } })
    .returning();
  if (event?.processedAt) return;
  await handle(context, { type, payload, at });
  // Only that the event was there is kept: its payload tells of people at Zoom.
  await context.db
    .update(webhookEvents)
    .set({ processedAt: new Date(), payload: {} })
    .where(eq(webhookEvents.id, id));
}

async function handle(context: Context, { type, payload, at }: ZoomEvent): Promise<void> {
  if (type === "app_deauthorized") {
    const { user_id, deauthorization_time: time } = read(deauthorization, payload);
    await revokeConnections(context, user_id, time ? new Date(time) : at);
  } else if (type === "meeting.started" || type === "meeting.ended") {
    const zoomMeetingId = String(read(meetingPayload, payload).object.id);
    await (type === "meeting.started" ? markStarted : markEnded)(context, zoomMeetingId, at);
  } else if (type === "meeting.updated" || type === "meeting.deleted") {
    const { id, host_id: hostId } = read(meetingPayload, payload).object;
    const isDeleted = type === "meeting.deleted";
    await queueSync(context, { zoomMeetingId: String(id), isDeleted, hostId });
  }
}
