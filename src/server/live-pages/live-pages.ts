/** Reading the live page of a class. */
import type { LivePage } from "#lib/live-pages/live-pages.responses.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { findLiveClass } from "./find-live-class.ts";
import { toSnapshot } from "./page.view.ts";

/** @throws AppError `not_found` for everyone who isn't in the class. */
export async function findLivePage(
  { db, livePages }: Context,
  actor: Actor,
  classId: string,
): Promise<LivePage> {
  const live = await findLiveClass(db, actor, classId);
  const { page, viewer, hostId, courseId, courseTitle, startsAt, endsAt, isCanceled } = live;
  const facts = await livePages.readPresences(classId);
  const snapshot = toSnapshot(page, facts, {
    profileId: viewer.profileId,
    hostId,
    pointer: livePages.pointerOf(classId),
  });
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return { ...snapshot, class: { courseId, courseTitle, ...times, isCanceled } };
}
