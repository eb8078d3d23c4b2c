import type { ReactNode } from "react";
import type { SessionUser } from "#lib/client/access-token.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { Busy } from "./Busy.tsx";
import { NeedsScript } from "./NeedsScript.tsx";
import { Trouble } from "./Trouble.tsx";
import { useGuardedAccount } from "./use-account.ts";

interface GuardedProps {
  checking?: string;
  children: (account: { user: SessionUser; profile: Profile | null }) => ReactNode;
}

/** Content of a page for the signed-in. Others are sent where the route table says. */
export function Guarded({ checking = "Loading...", children }: GuardedProps) {
  const account = useGuardedAccount();
  if (account.status === "trouble") {
    return <Trouble message={account.message} retry={account.retry} />;
  }
  if (account.status === "signed-in") return children(account);
  return (
    <>
      <div className="not-scripted:hidden">
        <Busy label={checking} />
      </div>
      <NeedsScript title="This page needs JavaScript" />
    </>
  );
}

/** The same where a completed profile is certain: the guard has sent all others on. */
export function GuardedProfile({
  checking,
  children,
}: {
  checking?: string;
  children: (profile: Profile, user: SessionUser) => ReactNode;
}) {
  return (
    <Guarded {...(checking ? { checking } : {})}>
      {({ user, profile }) => (profile ? children(profile, user) : <Busy label="Loading..." />)}
    </Guarded>
  );
}
