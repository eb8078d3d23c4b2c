/** What Zoom tells about meetings and connections. State moves forward only. */
import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../context.ts";
import { isStorableJson } from "../http/storable-json.ts";
import { parseJson } from "../http/strict-json.ts";
import { webhookEvents } from "../payments/payments.table.ts";
import { urlValidationAnswer, verifyWebhook } from "../providers/zoom/webhook.ts";
import { meetings } from "./meetings.table.ts";
import { revokeConnections } from "./zoom-connection.ts";

const eventSchema = z.looseObject({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
const validation = z.object({ plainToken: z.string().check(z.maxLength(500)) });
const meetingPayload = z.object({ object: z.object({ id: z.union([z.string(), z.number()]) }) });
const deauthorization = z.object({ user_id: z.string() });

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
  const { event, payload } = readEvent(rawBody);
  if (event === "endpoint.url_validation") {
    return urlValidationAnswer(read(validation, payload).plainToken, webhookSecret);
  }
  await handleOnce(context, rawBody, event, payload);
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

/** Zoom's events have no id of their own; the same body is the same event. */
async function handleOnce(
  context: Context,
  rawBody: Uint8Array,
  type: string,
  payload: Record<string, unknown>,
): Promise<void> {
  const id = `zoom_${createHash("sha256").update(rawBody).digest("hex")}`;
  const [event] = await context.db
    .insert(webhookEvents)
    .values({ id, provider: "zoom", type, payload })
    .onConflictDoUpdate({ target: webhookEvents.id, set: { type } })
    .returning();
  if (event?.processedAt) return;
  await handle(context, type, payload);
  await context.db
    .update(webhookEvents)
    .set({ processedAt: new Date() })
    .where(eq(webhookEvents.id, id));
}

async function handle(
  context: Context,
  type: string,
  payload: Record<string, unknown>,
): Promise<void> {
  if (type === "app_deauthorized") {
    await revokeConnections(context, read(deauthorization, payload).user_id);
    return;
  }
  const isStart = type === "meeting.started";
  if (!isStart && type !== "meeting.ended") return;
  const zoomMeetingId = String(read(meetingPayload, payload).object.id);
  const now = new Date();
  const before = isStart ? (["scheduled"] as const) : (["scheduled", "started"] as const);
  await context.db
    .update(meetings)
    .set(isStart ? { status: "started", startedAt: now } : { status: "ended", endedAt: now })
    .where(and(eq(meetings.zoomMeetingId, zoomMeetingId), inArray(meetings.status, before)));
}
