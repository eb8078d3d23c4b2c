import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { ListedVetting } from "#lib/vetting/vetting.responses.ts";
import { getTexts } from "#translations/staff-vetting.ts";

const t = getTexts("staffVetting");

const kinds = {
  draft: "neutral",
  submitted: "warning",
  "changes-requested": "neutral",
  verified: "good",
  withdrawn: "warning",
} as const;

/** The state of a teacher's review, and whether the badge is shown in the meantime. */
export function VettingBadges({ row: { status, isVerified, verifiedUntil } }: { row: Row }) {
  return (
    <span className="flex flex-wrap gap-1">
      {(status !== "draft" || !isVerified) && (
        <Badge kind={kinds[status]}>{t(`status.${status}`)}</Badge>
      )}
      {isVerified && status !== "verified" && (
        <Badge kind="good">{t(verifiedUntil ? "stillVerified" : "undated")}</Badge>
      )}
    </span>
  );
}

type Row = Pick<ListedVetting, "status" | "isVerified" | "verifiedUntil">;
