import { eq } from "drizzle-orm";
import type { VerseMarks } from "#lib/recitations/recitations.responses.ts";
import type { PassageQuery } from "#lib/recitations/recitations.ts";
import { markPassage } from "#lib/recitations/verse-marks.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import { recitations } from "../db/tables/recitations.table.ts";
import { readObservedLessons, toNumbers, viewWeakWords } from "./weak-words.ts";

/**
 * How well the acting student knows the verses of a passage, and which words are weak. All of the
 * student's lessons count, including those in courses that the student has left, because what is
 * memorized stays memorized. Of lessons on the same day, the one that was recorded last decides.
 * @throws AppError `forbidden` for everyone but students.
 */
export async function findOwnMarks(
  { db }: Context,
  actor: Actor,
  query: PassageQuery,
): Promise<VerseMarks> {
  const { profile } = requireStudent(actor);
  const passage = toNumbers(query);
  const isOwn = eq(recitations.studentId, profile.id);
  const { lessons, observed } = await readObservedLessons(db, isOwn, passage);
  return {
    marks: markPassage(lessons, passage, new Date()),
    weakWords: await viewWeakWords(observed, passage),
  };
}
