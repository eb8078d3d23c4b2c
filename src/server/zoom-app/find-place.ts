/**
 * Finds the class that the app shows: that of the meeting, that of the deep link, or the only one
 * that is ongoing. In any case, only members of the class see it, and their role comes from their
 * enrollment.
 */
import { and, asc, eq, gt, lte, ne, type SQL } from "drizzle-orm";
import type { ZoomAppClass, ZoomAppPlace } from "#lib/zoom-app/zoom-app.responses.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isMemberOf } from "../course-members/membership.ts";
import type { Db } from "../db/connection.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { findInstances, type MeetingInstance } from "../meetings/provider/meeting-instances.ts";
import { canonicalUuid } from "../providers/meetings/zoom/meeting-uuid.ts";
import { canClaim } from "./claim-meeting.ts";
import type { Ticket } from "./ticket.ts";

/** How long before its start and after its end a class counts as current. */
const marginMs = 60 * 60_000;
/** How long before its start a class can follow another one in the same room. */
const earlyMs = 15 * 60_000;
/** More ongoing classes than anyone can choose from. */
const maxChoices = 10;

interface Opened {
  ticket: Ticket;
  /**
   * UUIDs that the client reports. They can be wrong, so they are only used to choose among the
   * person's own classes.
   */
  reportedUuids: readonly string[];
}

export async function findPlace(
  context: Context,
  actor: Actor,
  { ticket, reportedUuids }: Opened,
): Promise<ZoomAppPlace> {
  const { db } = context;
  if (!actor.profile) return { kind: "no-profile" };
  const profileId = actor.profile.id;
  const instance = await findInstance(db, [...ticket.meetingUuids, ...reportedUuids]);
  if (instance?.classId) {
    const [known] = await selectClasses(db, profileId, eq(classes.id, instance.classId));
    const following = await findFollowing(db, profileId, { known, instance });
    const isClaimable = following.length > 0 && (await canClaim(context, actor, ticket));
    const shown = known ? [known, ...following] : following;
    const { hasEnded } = instance;
    return offer(shown, profileId, { hasEnded, isClaimable }) ?? { kind: "outsider" };
  }
  const [linked] = ticket.action
    ? await selectClasses(db, profileId, eq(classes.id, ticket.action))
    : [];
  const current = linked ? [linked] : await findCurrent(db, profileId);
  const planned = current.filter(({ status }) => status === "scheduled");
  const isClaimable = planned.length > 0 && (await canClaim(context, actor, ticket));
  const shown = planned.length > 0 ? planned : current.slice(0, 1);
  return (
    offer(shown, profileId, { hasEnded: false, isClaimable }) ?? {
      kind: "none",
      next: await findNext(db, profileId),
    }
  );
}

/** A class, or several to choose from. Undefined if there is none. */
function offer(
  shown: readonly FoundClass[],
  profileId: string,
  meeting: { hasEnded: boolean; isClaimable: boolean },
): ZoomAppPlace | undefined {
  const [only] = shown;
  if (shown.length > 1) {
    return { kind: "choice", classes: shown.map(toShown), isClaimable: meeting.isClaimable };
  }
  return only && toPlace(only, profileId, meeting);
}

/** The first recorded instance in the order of the UUIDs, in which verified ones come first. */
async function findInstance(
  db: Db,
  uuids: readonly string[],
): Promise<MeetingInstance | undefined> {
  const wanted = uuids.map(canonicalUuid);
  const found = await findInstances(db, "zoom", wanted);
  return wanted.map((id) => found.find(({ instanceId }) => instanceId === id)).find(Boolean);
}

const selectClasses = (db: Db, profileId: string, which: SQL | undefined, limit = maxChoices) =>
  db
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      endsAt: classes.endsAt,
      status: classes.status,
      courseTitle: courses.title,
      teacherId: courses.teacherId,
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(and(ne(classes.status, "dropped"), isMemberOf(profileId), which))
    .orderBy(asc(classes.startsAt), classes.id)
    .limit(limit);

type FoundClass = Awaited<ReturnType<typeof selectClasses>>[number];

function findCurrent(db: Db, profileId: string): Promise<FoundClass[]> {
  const now = Date.now();
  const isCurrent = and(
    lte(classes.startsAt, new Date(now + marginMs)),
    gt(classes.endsAt, new Date(now - marginMs)),
  );
  return selectClasses(db, profileId, isCurrent);
}

/**
 * The classes for which a teacher may have stayed in the room of an earlier class. There are none
 * while the earlier class is ongoing and the person is in it.
 */
async function findFollowing(
  db: Db,
  profileId: string,
  { known, instance }: { known: FoundClass | undefined; instance: MeetingInstance },
): Promise<FoundClass[]> {
  const now = Date.now();
  if (known && known.endsAt.getTime() > now) return [];
  const isFollowing = and(
    eq(classes.teacherId, instance.teacherId),
    eq(classes.status, "scheduled"),
    lte(classes.startsAt, new Date(now + earlyMs)),
    gt(classes.endsAt, new Date(now)),
  );
  return selectClasses(db, profileId, isFollowing);
}

async function findNext(db: Db, profileId: string): Promise<ZoomAppClass | null> {
  const isNext = and(eq(classes.status, "scheduled"), gt(classes.startsAt, new Date()));
  const [next] = await selectClasses(db, profileId, isNext, 1);
  return next ? toShown(next) : null;
}

const toShown = ({ id, courseTitle, startsAt, endsAt }: FoundClass): ZoomAppClass => ({
  _id: id,
  courseTitle,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

function toPlace(
  found: FoundClass,
  profileId: string,
  meeting: { hasEnded: boolean; isClaimable: boolean },
): ZoomAppPlace {
  return {
    kind: "class",
    ...toShown(found),
    isHost: found.teacherId === profileId,
    isCanceled: found.status === "cancelled",
    ...meeting,
  };
}
