/** Notifications of meeting services about meetings and connections. */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Context } from "../../context.ts";
import { webhookEvents } from "../../db/tables/payments.table.ts";
import { isStorableJson } from "../../http/bodies/storable-json.ts";
import { parseJson } from "../../http/bodies/strict-json.ts";
import type {
  MeetingNotification,
  MeetingProvider,
  ReceivedNotification,
} from "../../providers/meetings/meeting-provider.ts";
import { revokeConnections } from "../connection/connection.ts";
import { recordEnd, recordStart } from "./meeting-instances.ts";
import { markEnded, markStarted } from "./meeting-status.ts";
import { queueSync } from "./sync-from-provider.ts";

/** What else must end when the owner of an account at the service revokes access. */
export type OnRevoked = (
  context: Context,
  provider: string,
  revocation: { accountId: string; at: Date },
) => Promise<void>;

interface Received {
  rawBody: Uint8Array;
  headers: Headers;
  onRevoked: OnRevoked;
}

/**
 * Accepts a webhook delivery: verifies its signature on the raw body and processes each
 * notification once.
 * @returns the response body.
 * @throws AppError `invalid_input` if the signature is wrong or the body isn't a notification. Its
 * messages are English, because only the service's own logs show them.
 */
export async function receiveNotification(
  context: Context,
  provider: MeetingProvider,
  { rawBody, headers, onRevoked }: Received,
): Promise<object> {
  const now = new Date();
  if (!(await provider.verifyNotification(rawBody, headers, now))) {
    throw new AppError("invalid_input", "The signature is wrong.");
  }
  const body = parseJson(rawBody);
  const received = isStorableJson(body) ? provider.readNotification(body, now) : undefined;
  if (!received) throw new AppError("invalid_input", "The body is not an event.");
  const { notification } = received;
  if (notification.about === "address check") return notification.answer;
  await handleOnce(context, provider, { rawBody, body, onRevoked, ...received });
  return { received: true };
}

interface Delivery extends ReceivedNotification {
  onRevoked: OnRevoked;
  rawBody: Uint8Array;
  body: unknown;
}

/**
 * Notifications may have no ID, so duplicates are recognized by the hash of the body.
 */
async function handleOnce(
  context: Context,
  provider: MeetingProvider,
  { rawBody, body, type, notification, onRevoked }: Delivery,
): Promise<void> {
  const id = `${provider.id}_${createHash("sha256").update(rawBody).digest("hex")}`;
  const [event] = await context.db
    .insert(webhookEvents)
    .values({ id, provider: provider.id, type, payload: body })
    .onConflictDoUpdate({ target: webhookEvents.id, set: { type } })
    .returning();
  if (event?.processedAt) return;
  await handle(context, provider, notification, onRevoked);
  // The body is erased because it names people at the service; only the fact of the delivery is
  // kept.
  await context.db
    .update(webhookEvents)
    .set({ processedAt: new Date(), payload: {} })
    .where(eq(webhookEvents.id, id));
}

async function handle(
  context: Context,
  provider: MeetingProvider,
  notification: MeetingNotification,
  onRevoked: OnRevoked,
): Promise<void> {
  switch (notification.about) {
    case "revocation":
      await revokeConnections(context, provider, notification);
      await onRevoked(context, provider.id, notification);
      break;
    case "start":
    case "end": {
      const isStart = notification.about === "start";
      const { instanceId } = notification;
      const event = { ...notification, provider: provider.id };
      await (isStart ? markStarted : markEnded)(context, event);
      if (instanceId === undefined) break;
      await (isStart ? recordStart : recordEnd)(context, { ...event, instanceId });
      break;
    }
    case "change":
    case "deletion":
      await queueSync(context, {
        provider: provider.id,
        zoomMeetingId: notification.meetingId,
        isDeleted: notification.about === "deletion",
        hostId: notification.hostId,
      });
  }
}
