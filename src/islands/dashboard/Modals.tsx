import { type ReactNode, useCallback, useState } from "react";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { Toast } from "#islands/ui/feedback/Toast.tsx";
import { goTo } from "#lib/client/navigation.ts";
import type { SessionUser } from "#lib/client/session/access-token.ts";
import { pageLocation } from "#lib/page-scope.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { withTexts } from "#translations/load.ts";
import { type Dashboard, type Modal, toastTimes } from "./modals.ts";
import { asksToEdit, readReturnPath } from "./settings/settings-path.ts";

const AccountModals = deferDialog(
  async () => (await withTexts(import("./settings/account/AccountModals.tsx"))).AccountModals,
);
const ManageSlots = deferDialog(
  async () => (await withTexts(import("./schedule/ManageSlots.tsx"))).ManageSlots,
);

interface ModalsProps {
  profile: Profile;
  user: SessionUser;
  children: (dashboard: Dashboard) => ReactNode;
}

/**
 * The open dialog and the toast, shown over every tab. People who were sent here to complete their
 * profile find its form open, and return after saving it.
 */
export function Modals({ profile, user, children }: ModalsProps) {
  const [open, setOpen] = useState<Modal | undefined>(() =>
    asksToEdit(pageLocation().search) ? "profile" : undefined,
  );
  const [toast, setToast] = useState<{ message: string; duration: number }>();
  const [saved, setSaved] = useState(false);
  const hideToast = useCallback(() => setToast(undefined), []);
  const showToast = (message: string, duration: number = toastTimes.account) =>
    setToast({ message, duration });

  const close = () => {
    const back = readReturnPath(location.search);
    if (open === "profile" && saved && back) goTo(back);
    setOpen(undefined);
  };
  const finish = (message: string) => {
    showToast(message);
    setSaved(true);
  };

  return (
    <>
      {children({ openModal: setOpen, showToast })}
      {open === "slots" && (
        <ManageSlots
          profile={profile}
          onDone={(message) => showToast(message, toastTimes.schedule)}
          onClose={close}
        />
      )}
      {open && open !== "slots" && (
        <AccountModals
          key={open}
          profile={profile}
          email={profile.email || user.email}
          open={open}
          onDone={finish}
          onClose={close}
        />
      )}
      <Toast
        message={toast?.message}
        duration={toast?.duration ?? toastTimes.account}
        onHidden={hideToast}
      />
    </>
  );
}
