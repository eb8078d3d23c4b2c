/** The part of an export that is about the live pages of classes. */
import { and, arrayContains, eq, getTableColumns, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Actor } from "../../actor.ts";
import { classes } from "../../db/tables/classes.table.ts";
import {
  livePageFollowers,
  livePages,
  livePageVerses,
  raisedHands,
} from "../../db/tables/live-pages.table.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";

const {
  classId: _c,
  leadId: _l,
  cohostIds: _i,
  reciterId: _r,
  ...pageColumns
} = getTableColumns(livePages);

const isOwn = (actor: Actor, column: PgColumn) =>
  sql<boolean>`coalesce(${column} = ${profileOf(actor)}, false)`;

export const livePageLists = {
  /** The pages of the teacher's classes, and those that the student last led or recited in. */
  livePages: page(livePages.classId, ({ db }, actor, { after, order, batch }) => {
    const own = profileOf(actor);
    const isCohost = arrayContains(livePages.cohostIds, [own]);
    return db
      .select({
        id: livePages.classId,
        ...pageColumns,
        isLead: isOwn(actor, livePages.leadId),
        isReciter: isOwn(actor, livePages.reciterId),
        isCohost: sql<boolean>`${isCohost}`,
        verses: sql<object[]>`(
          select coalesce(json_agg(json_build_object(
            'verse', read.verse, 'firstAt', read.first_at, 'lastAt', read.last_at,
            'visits', read.visits
          ) order by read.first_at), '[]') from ${livePageVerses} as read
          where read.class_id = ${livePages.classId}
        )`,
      })
      .from(livePages)
      .innerJoin(classes, eq(classes.id, livePages.classId))
      .where(
        and(
          or(
            eq(classes.teacherId, own),
            eq(livePages.leadId, own),
            eq(livePages.reciterId, own),
            isCohost,
          ),
          after,
        ),
      )
      .orderBy(order)
      .limit(batch);
  }),
  raisedHands: page(raisedHands.classId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({ id: raisedHands.classId, raisedAt: raisedHands.raisedAt })
      .from(raisedHands)
      .where(and(eq(raisedHands.profileId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** The classes whose live pages the person has opened within the last day or two. */
  livePageFollowers: page(livePageFollowers.classId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: livePageFollowers.classId,
        isOpen: sql<boolean>`bool_or(${livePageFollowers.isOpen})`,
        seenAt: sql<Date>`max(${livePageFollowers.seenAt})`.mapWith(livePageFollowers.seenAt),
      })
      .from(livePageFollowers)
      .where(and(eq(livePageFollowers.profileId, profileOf(actor)), after))
      .groupBy(livePageFollowers.classId)
      .orderBy(order)
      .limit(batch),
  ),
} satisfies Record<string, ReadAfter>;
