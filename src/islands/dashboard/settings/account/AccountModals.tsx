import { useState } from "react";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { useCloseAfterSuccess } from "#islands/ui/form/use-close-after-success.ts";
import { accountDeletedPath } from "#lib/account-settings/account-deleted-path.ts";
import { logOut } from "#lib/client/session/log-out.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/account-settings.ts";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EditProfile } from "./EditProfile.tsx";
import { UpdatePassword } from "./UpdatePassword.tsx";

const t = getTexts("accountSettings");

const titles = {
  password: () => t("updatePassword"),
  profile: () => t("editProfile"),
  deletion: () => t("deletion.title"),
} as const;
export type AccountModal = keyof typeof titles;

interface AccountModalsProps {
  profile: Profile;
  email: string;
  open: AccountModal;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The open modal. Closing it discards its form. Deleting the account leaves the page. */
export function AccountModals({ profile, email, open, onDone, onClose }: AccountModalsProps) {
  const [deleted, setDeleted] = useState(false);
  const leave = () => void logOut(accountDeletedPath);
  useCloseAfterSuccess(deleted, leave);
  const close = deleted ? leave : onClose;
  return (
    <Dialog open title={titles[open]()} wide={open === "profile"} onClose={close}>
      {open === "password" && <UpdatePassword email={email} onDone={onDone} onClose={close} />}
      {open === "profile" && (
        <EditProfile profile={profile} email={email} onDone={onDone} onClose={close} />
      )}
      {open === "deletion" && (
        <DeleteAccount
          role={profile.role}
          email={email}
          onDone={() => setDeleted(true)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}
