/**
 * When students learn about the start of a class, which decides whether it counts as one they paid
 * for.
 */
import { noticeHours } from "#lib/classes/classes.rules.ts";
import type { classes } from "../db/tables/classes.table.ts";

const hour = 60 * 60 * 1000;

/** A class that starts at most this much later is still the one that students planned for. */
const maxPostponementMs = 24 * hour;

type ClassRow = typeof classes.$inferSelect;

type Announcement = Pick<ClassRow, "announcedAt" | "announcedStart">;

/**
 * The announcement of a start. A class that is postponed a little on short notice still counts
 * among the classes that its students paid for, although a new time normally requires notice. This
 * is true no matter how often it is postponed.
 */
export function announce(before: ClassRow, startsAt: Date, now: Date): Announcement {
  const { announcedAt } = before;
  const isScheduled = before.status === "scheduled";
  if (isScheduled && startsAt.getTime() === before.startsAt.getTime()) {
    return { announcedAt, announcedStart: before.announcedStart };
  }
  const announcedStart = before.announcedStart ?? before.startsAt;
  const isPostponed =
    isScheduled &&
    startsAt > before.startsAt &&
    startsAt.getTime() - now.getTime() < noticeHours * hour &&
    startsAt.getTime() - announcedStart.getTime() <= maxPostponementMs;
  return isPostponed ? { announcedAt, announcedStart } : { announcedAt: now, announcedStart: null };
}
