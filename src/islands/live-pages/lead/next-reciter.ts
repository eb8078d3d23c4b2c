import type { LivePageFollower } from "#lib/live-pages/live-pages.responses.ts";

export type Person = Pick<LivePageFollower, "_id" | "name">;

interface Class {
  hostId: string;
  people?: readonly LivePageFollower[] | undefined;
}

/**
 * Who recites after a student: the first student with a raised hand or, if there is none, the next
 * student who can be chosen, whether or not the page is open for them. Students are ordered by name,
 * and the first follows the last.
 */
export function findNextReciter(
  { people = [], hostId }: Class,
  current: Person,
): Person | undefined {
  const others = people.filter(({ _id }) => _id !== hostId && _id !== current._id);
  const [hand] = others
    .filter(({ handRaisedAt }) => handRaisedAt !== undefined)
    .sort(
      (one, other) => Date.parse(one.handRaisedAt ?? "") - Date.parse(other.handRaisedAt ?? ""),
    );
  if (hand) return hand;
  const byName = others.sort((one, other) => compare(one, other));
  return byName.find((person) => compare(current, person) < 0) ?? byName[0];
}

const compare = (one: Person, other: Person): number =>
  one.name.localeCompare(other.name, "en") || (one._id < other._id ? -1 : 1);
