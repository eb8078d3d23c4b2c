/** The letters and the accepted terms in an export. */
import { and, eq } from "drizzle-orm";
import { agreements } from "../../db/tables/agreements.table.ts";
import { letterDeliveries, letters } from "../../db/tables/letters.table.ts";
import { page, type ReadAfter } from "./export-page.ts";

export const letterLists: Record<string, ReadAfter> = {
  agreements: page(agreements.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: agreements.id,
        document: agreements.document,
        version: agreements.version,
        acceptedAt: agreements.acceptedAt,
        place: agreements.place,
      })
      .from(agreements)
      .where(and(eq(agreements.userId, actor.userId), after))
      .orderBy(order)
      .limit(batch),
  ),
  /** Newsletters and policy notices to the person's address. */
  letters: page(letterDeliveries.id, ({ db }, actor, { after, order, batch }) =>
    db
      .select({
        id: letterDeliveries.id,
        letterId: letterDeliveries.letterId,
        kind: letters.kind,
        status: letterDeliveries.status,
        sentAt: letterDeliveries.claimedAt,
      })
      .from(letterDeliveries)
      .innerJoin(letters, eq(letters.id, letterDeliveries.letterId))
      .where(and(eq(letterDeliveries.address, actor.email), after))
      .orderBy(order)
      .limit(batch),
  ),
};
