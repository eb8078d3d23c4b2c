import type { Invitation } from "./calendar.ts";

/**
 * The appointments of several emails in one, to be taken over; canceled ones are marked as such.
 * Expects at least one.
 */
export function mergeInvitations(invitations: readonly Invitation[]): Invitation {
  const [first] = invitations;
  if (!first || invitations.length === 1) return first ?? { method: "PUBLISH", text: "" };
  const events = invitations.flatMap(
    // Long lines are continued after a space, so that no title can begin a line.
    ({ text }) => text.match(/^BEGIN:VEVENT\r?\n[\s\S]*?^END:VEVENT\r?\n/gm) ?? [],
  );
  const head = first.text.slice(0, first.text.indexOf("BEGIN:VEVENT"));
  return {
    method: "PUBLISH",
    text: `${head.replace(/^METHOD:.*$/m, "METHOD:PUBLISH")}${events.join("")}END:VCALENDAR`,
  };
}
