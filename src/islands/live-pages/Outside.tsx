import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { LeaveLink } from "./LeaveLink.tsx";

interface OutsideProps {
  onLeave: ((path: string) => void) | undefined;
}

interface MessageProps extends OutsideProps {
  title: string;
  text: string;
  path: string;
  label: string;
}

function Message({ title, text, path, label, onLeave }: MessageProps) {
  return (
    <div className="live-main">
      <EmptyState
        title={title}
        action={
          <LeaveLink path={path} className="btn btn-secondary" onLeave={onLeave}>
            {label}
          </LeaveLink>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

/** Shown to people who aren't in the class, or are no longer in it. */
export function NotInClass({ onLeave }: OutsideProps) {
  const t = getTexts("livePages");
  const texts = { title: t("removedTitle"), text: t("removedText"), label: t("toDashboard") };
  return <Message {...texts} path="/dashboard" onLeave={onLeave} />;
}

/** Shown to people whose session has ended. */
export function SignedOut({ onLeave }: OutsideProps) {
  const t = getTexts("livePages");
  const texts = { title: t("signedOutTitle"), text: t("signedOutText"), label: t("logIn") };
  return <Message {...texts} path="/login" onLeave={onLeave} />;
}
