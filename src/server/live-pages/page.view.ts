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
import { countFollowers, listPresent } from "./stream/presences.ts";

export interface Viewer {
  profileId: string;
  hostId: string;
}

/**
 * Whether the viewer sees names. The state is prepared once for each of these two kinds of viewers,
 * regardless of the number of people.
 */
export const seesNames = ({ profileId, hostId }: Viewer): boolean => profileId === hostId;

/**
 * Students see only numbers. The host also sees everyone who is enrolled. Co-hosts are students, who
 * should learn no more about their class than they can see, so they see only the people who are
 * present, and the student who recites.
 */
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
    ...(role === "host" && { people: listPeople(page, facts, true) }),
    ...(role === "cohost" && { people: listPeople(page, onlyPresent(page, facts), false) }),
  };
}

/** The time from which the lead counts as away, in milliseconds. */
export function leadAwayAt(
  { lead, updatedAt }: StoredLivePage,
  { people, here, seenAt }: LivePagePresences,
): number {
  if (listPresent({ people, here }).has(lead.id)) return Number.POSITIVE_INFINITY;
  return Math.max(updatedAt, seenAt.get(lead.id) ?? 0) + awayMs;
}

/** The people whom a co-host may see. */
function onlyPresent({ reciter }: StoredLivePage, facts: LivePagePresences): LivePagePresences {
  const { people, hands } = facts;
  const shown = listPresent(facts).add(reciter?.id ?? "");
  const isShown = ({ id }: { id: string }) => shown.has(id);
  return { ...facts, people: people.filter(isShown), hands: hands.filter(isShown) };
}

/** Everyone except the lead. */
function listPeople(
  { lead }: StoredLivePage,
  { people, hands, here }: LivePagePresences,
  isHost: boolean,
): LivePageFollower[] {
  const present = listPresent({ people, here });
  const raisedAt = new Map(hands.map(({ id, raisedAt }) => [id, raisedAt.toISOString()]));
  const expected = new Set(people.filter(({ hasOpened }) => !hasOpened).map(({ id }) => id));
  const inOrder = new Map([...hands, ...people].map((person) => [person.id, person]));
  inOrder.delete(lead.id);
  return [...inOrder.values()].map((person) => {
    const handRaisedAt = raisedAt.get(person.id);
    return {
      _id: person.id,
      name: nameFor(isHost, person),
      isHere: present.has(person.id),
      ...(expected.has(person.id) && handRaisedAt === undefined && { isExpected: true }),
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
