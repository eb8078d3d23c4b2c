import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { StaffPersonRow } from "#lib/people/staff-people.responses.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/staff-people.ts";

/** Whether the person is suspended, and until when. */
export function PersonState({ person }: { person: Pick<StaffPersonRow, "suspendedUntil"> }) {
  const t = getTexts("staffPeople");
  const { suspendedUntil } = person;
  if (!suspendedUntil) return <Badge>{t("state.active")}</Badge>;
  return (
    <Badge kind="warning">
      <span suppressHydrationWarning>
        {t("suspendedUntil", { date: formatDate(suspendedUntil, viewerZone()) })}
      </span>
    </Badge>
  );
}
