import { useCallback, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Toast } from "#islands/ui/Toast.tsx";
import type { SessionUser } from "#lib/client/access-token.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { LogOutButton } from "./Sidebar.tsx";
import { AccountFacts } from "./settings/AccountFacts.tsx";
import { AccountModals, type Modal } from "./settings/AccountModals.tsx";
import { OwnData } from "./settings/OwnData.tsx";
import { OwnSessions } from "./settings/OwnSessions.tsx";
import { asksToEdit, readReturnPath } from "./settings/settings-path.ts";
import { shownFor } from "./settings/use-closing.ts";

/** The Settings tab. Whoever was sent to complete the profile finds the form open. */
export function Settings({ profile, user }: { profile: Profile; user: SessionUser }) {
  const [open, setOpen] = useState<Modal | undefined>(() =>
    asksToEdit(location.search) ? "profile" : undefined,
  );
  const [toast, setToast] = useState<string>();
  const [saved, setSaved] = useState(false);
  const hideToast = useCallback(() => setToast(undefined), []);
  const email = profile.email || user.email;

  const close = () => {
    const back = readReturnPath(location.search);
    if (open === "profile" && saved && back) goTo(back);
    setOpen(undefined);
  };
  const finish = (message: string) => {
    setToast(message);
    setSaved(true);
  };

  return (
    <section className="grid gap-4">
      <h2 className="text-xl">Settings</h2>
      <AccountFacts profile={profile} email={email} />
      <div className="panel flex flex-wrap gap-2 p-5">
        <Button look="quiet" onClick={() => setOpen("password")}>
          Update Password
        </Button>
        <Button look="quiet" onClick={() => setOpen("profile")}>
          Edit Profile
        </Button>
        <LogOutButton />
      </div>
      <OwnSessions />
      <OwnData onDone={setToast} />
      <section className="panel grid gap-4 p-5" aria-labelledby="account-deletion">
        <div className="grid gap-1">
          <h3 id="account-deletion" className="text-base">
            Delete Account
          </h3>
          <p className="muted text-sm">
            Removes your profile and everything personal, for good. You may want to download your
            data first.
          </p>
        </div>
        <Button look="danger" className="justify-self-start" onClick={() => setOpen("deletion")}>
          Delete account...
        </Button>
      </section>
      {open && (
        <AccountModals
          key={open}
          profile={profile}
          email={email}
          open={open}
          onDone={finish}
          onClose={close}
        />
      )}
      <Toast message={toast} duration={shownFor} onGone={hideToast} />
    </section>
  );
}
