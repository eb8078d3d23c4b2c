/** Reads the live page of a class. */
import type { LivePage } from "#lib/live-pages/live-pages.responses.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { findLiveClass } from "./find-live-class.ts";
import { toClass, toSnapshot } from "./page.view.ts";

/** @throws AppError `not_found` for everyone who isn't in the class. */
export async function findLivePage(
  { db, livePages }: Context,
  actor: Actor,
  classId: string,
): Promise<LivePage> {
  const live = await findLiveClass(db, actor, classId);
  const { page, viewer, hostId } = live;
  const facts = await livePages.readPresences(classId);
  const snapshot = toSnapshot(page, facts, {
    profileId: viewer.profileId,
    hostId,
    pointer: livePages.pointerOf(classId),
  });
  return { ...snapshot, class: toClass(live) };
}
