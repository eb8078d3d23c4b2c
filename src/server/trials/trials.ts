/** The use cases of trial lessons, for routes, pages and other nouns. */
import { eq } from "drizzle-orm";
import type { TrialLesson } from "#lib/trials/trials.responses.ts";
import { type Actor, type ProfiledActor, requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import { trialLessons } from "../db/tables/trials.table.ts";
import { selectTrials } from "./trial.view.ts";

export { bookTrial } from "./book-trial.ts";
export { cancelTrial, cancelTrialsOf, endPastTrials } from "./cancel-trial.ts";
export { listTrialTimes } from "./trial-times.ts";

/** The actor's upcoming trial lessons, as teacher or student, ordered by start. */
export function listTrials(context: Context, actor: Actor): Promise<TrialLesson[]> {
  return listTrialsOf(context, requireProfile(actor).profile);
}

/** Like `listTrials`, for callers that have checked the access themselves. */
export function listTrialsOf(
  context: Context,
  profile: ProfiledActor["profile"],
): Promise<TrialLesson[]> {
  const column = profile.role === "teacher" ? trialLessons.teacherId : trialLessons.studentId;
  return selectTrials(context.db, eq(column, profile.id));
}
