import { and, eq, gte, lte } from "drizzle-orm";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import type { VerseMarks } from "#lib/recitations/recitations.responses.ts";
import type { PassageQuery } from "#lib/recitations/recitations.ts";
import { markPassage } from "#lib/recitations/verse-marks.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { recitations } from "../db/tables/recitations.table.ts";

/**
 * How well the acting student knows the verses of a passage. All of the student's lessons count,
 * also those of courses that the student has left, because what is memorized stays memorized.
 * Of lessons on the same day, the one that was recorded last decides.
 * @throws AppError `forbidden` for everyone but students.
 */
export async function findOwnMarks(
  { db }: Context,
  actor: Actor,
  { from, to }: PassageQuery,
): Promise<VerseMarks> {
  const { profile } = requireStudent(actor);
  const [first, last] = [numberOfKey(from), numberOfKey(to)];
  if (first === undefined || last === undefined) throw new RangeError(`No passage ${from}–${to}`);
  const recited = await db
    .select({
      kind: recitations.kind,
      first: recitations.firstVerse,
      last: recitations.lastVerse,
      heardAt: recitations.heardAt,
      mistakes: recitations.mistakes,
    })
    .from(recitations)
    .where(
      and(
        eq(recitations.studentId, profile.id),
        lte(recitations.firstVerse, last),
        gte(recitations.lastVerse, first),
      ),
    )
    .orderBy(recitations.createdAt);
  return { marks: markPassage(recited, { first, last }, new Date()) };
}
