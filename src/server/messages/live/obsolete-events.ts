/** Finds events that don't have to be forwarded, because later ones replace them. */
import type { ConversationEvent } from "./message-events.ts";

/**
 * Returns the events of a conversation without typing notices and read progress that a later event
 * of the same person replaces. If more events wait than can be forwarded together (`isBehind`),
 * there are no typing notices at all: they would be out of date.
 */
export function skipObsolete(
  events: readonly ConversationEvent[],
  { isBehind }: { isBehind: boolean },
): ConversationEvent[] {
  const replaced = new Set<string>();
  return events
    .toReversed()
    .filter((event) => {
      if (event.type !== "typing" && event.type !== "state") return true;
      if (event.type === "typing" && isBehind) return false;
      const key = `${event.type} ${event.profileId}`;
      if (replaced.has(key)) return false;
      replaced.add(key);
      return true;
    })
    .toReversed();
}
