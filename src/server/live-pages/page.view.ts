/** The live page as one person sees it. */
import type {
  LivePage,
  LivePageFollower,
  LivePagePresence,
  LivePageSnapshot,
} from "#lib/live-pages/live-pages.responses.ts";
import { awayMs } from "#lib/live-pages/live-pages.rules.ts";
import type {
  LiveClassFacts,
  LivePagePointer,
  LivePagePresences,
  StoredLivePage,
} from "../context.ts";
import { findRole } from "./find-live-class.ts";
import { nameFor, toState } from "./stored-page.ts";
import { countFollowers } from "./stream/presences.ts";

export interface Viewer {
  profileId: string;
  hostId: string;
}

/**
 * The state for two kinds of viewers. It is prepared only twice, regardless of the number of
 * people.
 */
export const seesNames = ({ profileId, hostId }: Viewer): boolean => profileId === hostId;

/** Students see only numbers. The host and the co-hosts also see who is present. */
export function toPresence(
  page: StoredLivePage,
  facts: LivePagePresences,
  viewer: Viewer,
): LivePagePresence {
  const role = findRole(page, viewer.hostId, viewer.profileId);
  return {
    followers: countFollowers(facts, page.lead.id),
    isLeadAway: Date.now() >= leadAwayAt(page, facts),
    hands: facts.hands.length,
    isHandRaised: facts.hands.some(({ id }) => id === viewer.profileId),
    ...(role !== "participant" && { people: listPeople(page, facts, seesNames(viewer)) }),
  };
}

/** The time from which the lead counts as away, in milliseconds. */
export function leadAwayAt(
  { lead, updatedAt }: StoredLivePage,
  { people, here, seenAt }: LivePagePresences,
): number {
  const isHere = here.has(lead.id) || people.some(({ id, isHere }) => id === lead.id && isHere);
  if (isHere) return Number.POSITIVE_INFINITY;
  return Math.max(updatedAt, seenAt.get(lead.id) ?? 0) + awayMs;
}

/** Everyone except the lead. */
function listPeople(
  { lead }: StoredLivePage,
  { people, hands, here }: LivePagePresences,
  isHost: boolean,
): LivePageFollower[] {
  const present = new Set(people.filter(({ isHere }) => isHere).map(({ id }) => id));
  const raisedAt = new Map(hands.map(({ id, raisedAt }) => [id, raisedAt.toISOString()]));
  const inOrder = new Map([...hands, ...people].map((person) => [person.id, person]));
  inOrder.delete(lead.id);
  return [...inOrder.values()].map((person) => {
    const handRaisedAt = raisedAt.get(person.id);
    return {
      _id: person.id,
      name: nameFor(isHost, person),
      isHere: present.has(person.id) || here.has(person.id),
      ...(handRaisedAt !== undefined && { handRaisedAt }),
    };
  });
}

export function toClass({
  courseId,
  courseTitle,
  startsAt,
  endsAt,
  isCanceled,
  isInZoom,
}: LiveClassFacts): LivePage["class"] {
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  return { courseId, courseTitle, ...times, isCanceled, isInZoom };
}

export function toSnapshot(
  page: StoredLivePage,
  facts: LivePagePresences,
  viewer: Viewer & { pointer: LivePagePointer | undefined },
): LivePageSnapshot {
  return {
    seq: page.seq,
    state: toState(page, { isHost: seesNames(viewer), pointer: viewer.pointer }),
    role: findRole(page, viewer.hostId, viewer.profileId),
    profileId: viewer.profileId,
    hostId: viewer.hostId,
    ...toPresence(page, facts, viewer),
  };
}
