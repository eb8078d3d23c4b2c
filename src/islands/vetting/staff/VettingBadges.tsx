import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { ListedVetting } from "#lib/vetting/vetting.responses.ts";
import { listVettingStates, type ShownVettingState } from "#lib/vetting/vetting-states.ts";
import { getTexts } from "#translations/staff-vetting.ts";

const t = getTexts("staffVetting");

const kinds: Readonly<Record<ShownVettingState, "neutral" | "warning" | "good">> = {
  "status.draft": "neutral",
  "status.submitted": "warning",
  "status.changes-requested": "neutral",
  "status.verified": "good",
  "status.withdrawn": "warning",
  stillVerified: "good",
  undated: "good",
};

/** The state of a teacher's review, and whether the badge is shown in the meantime. */
export function VettingBadges({ row }: { row: Row }) {
  return (
    <span className="flex flex-wrap gap-1">
      {listVettingStates(row).map((state) => (
        <Badge key={state} kind={kinds[state]}>
          {t(state)}
        </Badge>
      ))}
    </span>
  );
}

type Row = Pick<ListedVetting, "status" | "isVerified" | "verifiedUntil">;
