import type { Invitation } from "./calendar.ts";

/**
 * Combines the events of several emails into one calendar to import. Canceled events are marked as
 * canceled. Of several states of an event, the last one remains. Requires at least one invitation.
 */
export function mergeInvitations(invitations: readonly Invitation[]): Invitation {
  const [first] = invitations;
  if (!first || invitations.length === 1) return first ?? { method: "PUBLISH", text: "" };
  const events = invitations.flatMap(
    // Folded lines continue after a space, so no title can look like the start of a line.
    ({ text }) => text.match(/^BEGIN:VEVENT\r?\n[\s\S]*?^END:VEVENT\r?\n/gm) ?? [],
  );
  const latest = new Map(events.map((event) => [/^UID:.*$/m.exec(event)?.[0] ?? event, event]));
  const head = first.text.slice(0, first.text.indexOf("BEGIN:VEVENT"));
  return {
    method: "PUBLISH",
    text: `${head.replace(/^METHOD:.*$/m, "METHOD:PUBLISH")}${[...latest.values()].join("")}END:VCALENDAR`,
  };
}
