import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";

interface OutsideProps {
  onLeave: ((path: string) => void) | undefined;
}

/** Shown to people who aren't in the class, or are no longer in it. */
export function NotInClass({ onLeave }: OutsideProps) {
  const t = getTexts("livePages");
  return (
    <div className="live-main">
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
    </div>
  );
}

/** Shown to people whose session has ended. */
export function SignedOut({ onLeave }: OutsideProps) {
  const t = getTexts("livePages");
  return (
    <div className="live-main">
      <EmptyState
        title={t("signedOutTitle")}
        action={
          <LeaveLink path="/login" className="btn btn-secondary" onLeave={onLeave}>
            {t("logIn")}
          </LeaveLink>
        }
      >
        {t("signedOutText")}
      </EmptyState>
    </div>
  );
}
