/** Detects that a meeting service's events no longer arrive. */
import { and, between, count, eq, gt } from "drizzle-orm";
import { zoom } from "#lib/meetings/meeting-services.ts";
import type { Context } from "../../context.ts";
import { attendances, meetings } from "../../db/tables/meetings.table.ts";
import { webhookEvents } from "../../db/tables/payments.table.ts";

const hour = 60 * 60 * 1000;

/**
 * Reports that students joined meetings of the last day although no event about any meeting arrived.
 * Meetings of one day are enough: each causes an event when it starts and one when it ends.
 */
export async function reportSilence({ config, db, log }: Context, now: Date): Promise<void> {
  // The sandbox hosts no meetings by itself.
  if (config.zoom.sandbox) return;
  const provider = zoom.id;
  const since = new Date(now.getTime() - 25 * hour);
  const [joined] = await db
    .select({ students: count() })
    .from(attendances)
    .innerJoin(meetings, eq(meetings.id, attendances.meetingId))
    .where(
      and(
        eq(meetings.provider, provider),
        between(attendances.joinedAt, since, new Date(now.getTime() - hour)),
      ),
    );
  const students = joined?.students ?? 0;
  if (students === 0) return;
  const [event] = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), gt(webhookEvents.receivedAt, since)))
    .limit(1);
  if (event) return;
  log.error(
    { provider, students },
    "Students joined meetings, but no event of the meeting service arrived for a day. Run npm run doctor, and check ZOOM_WEBHOOK_SECRET and the event endpoint in Zoom's Marketplace",
  );
}
