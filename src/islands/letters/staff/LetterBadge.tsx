import { Badge } from "#islands/staff/shared/Badge.tsx";
import type { LetterStatus } from "#lib/letters/letters.rules.ts";
import { getTexts } from "#translations/staff-letters.ts";

const kinds = {
  draft: "neutral",
  sending: "good",
  paused: "warning",
  sent: "good",
  stopped: "neutral",
} as const satisfies Record<LetterStatus, "neutral" | "good" | "warning">;

export function LetterBadge({ status }: { status: LetterStatus }) {
  const t = getTexts("staffLetters");
  return <Badge kind={kinds[status]}>{t(`status.${status}`)}</Badge>;
}
