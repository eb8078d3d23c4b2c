/**
 * The user on whose behalf a call runs. It always comes from the access token, never from a request
 * body.
 */
import { AppError } from "#lib/errors.ts";
import type { Role } from "#lib/people/people.options.ts";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";

const t = getTexts("http");

export interface Actor {
  userId: string;
  sessionId: string;
  email: string;
  name: string;
  /** Null until the profile is completed. */
  profile: { id: string; role: Role } | null;
  /** The app in which the session was opened. Undefined for browsers. */
  app?: "zoom";
  /**
   * Set for people who run the site, with the time at which they entered their second factor in this
   * session. Use `requireStaff` instead of reading it.
   */
  staff?: { role: StaffRole; secondFactorAt: Date | null };
  /**
   * The ID of the view in which a member of staff reads this person's pages. Such an actor can only
   * read, and only what `staff/views/viewable.ts` lists.
   */
  view?: string;
}

export interface ProfiledActor extends Actor {
  profile: { id: string; role: Role };
}

/** Returns the actor if their profile is complete. @throws AppError `forbidden` otherwise. */
export function requireProfile(actor: Actor): ProfiledActor {
  if (!actor.profile) throw new AppError("forbidden", t("profileNeeded"));
  return { ...actor, profile: actor.profile };
}

/** Returns the actor if they are a teacher. @throws AppError `forbidden` otherwise. */
export function requireTeacher(actor: Actor, message = t("onlyTeachers")): ProfiledActor {
  const profiled = requireProfile(actor);
  if (profiled.profile.role !== "teacher") throw new AppError("forbidden", message);
  return profiled;
}

/** Returns the actor if they are a student. @throws AppError `forbidden` otherwise. */
export function requireStudent(actor: Actor, message = t("onlyStudents")): ProfiledActor {
  const profiled = requireProfile(actor);
  if (profiled.profile.role !== "student") throw new AppError("forbidden", message);
  return profiled;
}
