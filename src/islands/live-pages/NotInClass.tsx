import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";

/** Shown to people who aren't in the class, or are no longer in it. */
export function NotInClass({ onLeave }: { onLeave: ((path: string) => void) | undefined }) {
  const t = getTexts("livePages");
  return (
    <EmptyState
      title={t("removedTitle")}
      action={
        <LeaveLink path="/dashboard" className="btn btn-secondary" onLeave={onLeave}>
          {t("toDashboard")}
        </LeaveLink>
      }
    >
      {t("removedText")}
    </EmptyState>
  );
}
