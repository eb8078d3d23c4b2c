import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { livePageFollowers, livePages, raisedHands } from "../db/tables/live-pages.table.ts";
import { pageJson } from "./stored-page.ts";
import { notifySql } from "./stream/page-events.ts";
import { deleteFollowers } from "./stream/presences.ts";

/**
 * Removes a person whose account is deleted or suspended from all live pages: the presence, the
 * raised hand and every role. The lead returns to the host. Pages are locked in the order of their classes, as by the trigger on enrollments.
 */
export async function removeFromLivePages(tx: Db, profileId: string): Promise<void> {
  await tx.delete(raisedHands).where(eq(raisedHands.profileId, profileId));
  await deleteFollowers(tx, eq(livePageFollowers.profileId, profileId));
  await tx.execute(sql`
    with led as materialized (
      select live.class_id, class.teacher_id
      from ${livePages} as live join ${classes} as class on class.id = live.class_id
      where class.teacher_id <> ${profileId}
        and ${profileId} = any (array_append(live.cohost_ids, live.lead_id) || live.reciter_id)
      order by live.class_id for update of live
    ), page as (
      update ${livePages} as live set
        seq = live.seq + 1,
        lead_epoch = live.lead_epoch + (live.lead_id = ${profileId})::int,
        lead_id = case live.lead_id when ${profileId} then led.teacher_id else live.lead_id end,
        cohost_ids = array_remove(live.cohost_ids, ${profileId}),
        reciter_id = nullif(live.reciter_id, ${profileId})
      from led where led.class_id = live.class_id
      returning live.*
    )
    select ${notifySql(sql`json_build_object('type', 'state', 'page', ${pageJson})`)} from page`);
}
