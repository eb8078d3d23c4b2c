/** A teacher's credentials and their review in an export. Interview notes are for reviewers. */
import { and, eq, ne } from "drizzle-orm";
import { documentPath } from "#lib/vetting/vetting.rules.ts";
import {
  ijazahs,
  vettingDocuments,
  vettingEvents,
  vettings,
} from "../../db/tables/vetting.table.ts";
import { page, profileOf, type ReadAfter } from "./export-page.ts";

export const vettingLists = {
  ijazahs: page(ijazahs.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select()
      .from(ijazahs)
      .where(and(eq(ijazahs.teacherId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  vettings: page(vettings.teacherId, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: vettings.teacherId,
        status: vettings.status,
        verifiedUntil: vettings.verifiedUntil,
        scope: vettings.scope,
        submittedAt: vettings.submittedAt,
        createdAt: vettings.createdAt,
        updatedAt: vettings.updatedAt,
      })
      .from(vettings)
      .where(and(eq(vettings.teacherId, profileOf(actor)), after))
      .orderBy(order)
      .limit(batch),
  ),
  vettingEvents: page(vettingEvents.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: vettingEvents.id,
        kind: vettingEvents.kind,
        reason: vettingEvents.reason,
        scope: vettingEvents.scope,
        until: vettingEvents.until,
        createdAt: vettingEvents.createdAt,
      })
      .from(vettingEvents)
      .where(
        and(eq(vettingEvents.teacherId, profileOf(actor)), ne(vettingEvents.kind, "note"), after),
      )
      .orderBy(order)
      .limit(batch),
  ),
  /** The files themselves are at their URLs. Their owner must be logged in to open them. */
  vettingDocuments: page(
    vettingDocuments.id,
    ({ db }, actor, { after, order, batch }) =>
      db
        .select()
        .from(vettingDocuments)
        .where(and(eq(vettingDocuments.teacherId, profileOf(actor)), after))
        .orderBy(order)
        .limit(batch),
    ({ key: _, ...document }) => ({ ...document, url: documentPath(document.id) }),
  ),
} satisfies Record<string, ReadAfter>;
