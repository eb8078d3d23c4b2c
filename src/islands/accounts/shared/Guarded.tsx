import { type ReactNode, useEffect } from "react";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { watchUnread } from "#lib/messages/client/unread-count.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/ui.ts";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { Loading } from "../../ui/feedback/Loading.tsx";
import { NeedsScript } from "../../ui/feedback/NeedsScript.tsx";
import { useGuardedAccount } from "./use-account.ts";

const t = getTexts("ui");

interface GuardedProps {
  checking?: string;
  /** Shown if the profile can't be loaded and the server sends no message. */
  profileFallback?: string;
  children: (account: { user: SessionUser; profile: Profile | null }) => ReactNode;
}

/**
 * Page content that requires log-in. Other visitors are redirected according to the route table.
 */
export function Guarded({ checking, profileFallback, children }: GuardedProps) {
  const account = useGuardedAccount(profileFallback);
  const hasProfile = account.status === "signed-in" && account.profile !== null;
  useEffect(() => {
    if (hasProfile) watchUnread();
  }, [hasProfile]);
  if (account.status === "failed") {
    return <ErrorAlert message={account.message} retry={account.retry} />;
  }
  if (account.status === "signed-in") return children(account);
  return (
    <>
      <div className="not-scripted:hidden">
        <Loading label={checking ?? t("loading")} />
      </div>
      <NeedsScript title={t("needsScript")} />
    </>
  );
}

/** Like `Guarded`, for users with a profile. Everyone else is redirected. */
export function GuardedProfile({
  children,
  ...rest
}: Omit<GuardedProps, "children"> & {
  children: (profile: Profile, user: SessionUser) => ReactNode;
}) {
  return (
    <Guarded {...rest}>
      {({ user, profile }) =>
        profile ? children(profile, user) : <Loading label={t("loading")} />
      }
    </Guarded>
  );
}
