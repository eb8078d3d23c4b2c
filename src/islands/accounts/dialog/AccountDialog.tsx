import { useEffect, useId, useRef, useState } from "react";
import { Backdrop } from "#islands/ui/Backdrop.tsx";
import { CloseButton } from "#islands/ui/CloseButton.tsx";
import { findLogInNotice } from "#lib/accounts/page-guards.ts";
import {
  type AccountForm,
  AccountFormContext,
  continueFromDialog,
} from "../form/account-form-context.ts";
import { type Memory, rememberOpened } from "../form/dialog-memory.ts";
import { useFocusMove } from "../use-focus-move.ts";
import { AccountFormView } from "./AccountFormView.tsx";

interface AccountDialogProps {
  form: AccountForm;
  /** The query string of the link to the form's page. */
  query: string;
  /** State shared by the page's account dialogs. */
  memory: Memory;
  onClosed: () => void;
}

/** The account forms in a dialog over any page: log-in, sign-up and verification. */
export function AccountDialog({ form, query, memory, onClosed }: AccountDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [{ shown, serial }, show] = useState({ shown: form, serial: 0 });
  const titleId = useId();
  const box = useFocusMove<HTMLDivElement>(`${shown.name} ${serial}`);
  const parameters = new URLSearchParams(query);
  const open = (next: AccountForm) => {
    rememberOpened(memory, next);
    show({ shown: next, serial: serial + 1 });
  };
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <AccountFormContext
      value={{
        titleId,
        open,
        memory,
        proceed: (profile) => continueFromDialog(profile, parameters.get("returnTo")),
      }}
    >
      <dialog ref={dialog} className="modal" aria-labelledby={titleId} onClose={onClosed}>
        <div ref={box} className="modal-box max-w-md p-6 sm:p-8">
          <AccountFormView
            key={serial}
            form={shown}
            query={query}
            notice={findLogInNotice(parameters.get("reason"))}
          />
          <CloseButton onClick={() => dialog.current?.close()} />
        </div>
        <Backdrop />
      </dialog>
    </AccountFormContext>
  );
}
