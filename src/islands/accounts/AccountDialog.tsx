import { useEffect, useId, useRef, useState } from "react";
import { CloseButton } from "#islands/ui/CloseButton.tsx";
import { findLogInNotice } from "#lib/guards.ts";
import { AccountFormView } from "./AccountFormView.tsx";
import { type AccountForm, goOnFromDialog, PlaceContext } from "./place.ts";
import { useFocusMove } from "./use-focus-move.ts";

interface AccountDialogProps {
  form: AccountForm;
  /** The query of the address that would open the form's page. */
  query: string;
  onClosed: () => void;
}

/** The account forms over any page: log-in, sign-up and verification lead to each other here. */
export function AccountDialog({ form, query, onClosed }: AccountDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, open] = useState(form);
  const titleId = useId();
  const box = useFocusMove<HTMLDivElement>(shown.name);
  const asked = new URLSearchParams(query);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <PlaceContext
      value={{
        titleId,
        open,
        goOn: (profile) => goOnFromDialog(profile, asked.get("returnTo")),
      }}
    >
      <dialog ref={dialog} className="modal" aria-labelledby={titleId} onClose={onClosed}>
        <div ref={box} className="modal-box max-w-md p-6 sm:p-8">
          <AccountFormView
            form={shown}
            query={query}
            notice={findLogInNotice(asked.get("reason"))}
          />
          <CloseButton onClick={() => dialog.current?.close()} />
        </div>
        <form method="dialog" className="modal-backdrop">
          <button type="submit" tabIndex={-1} aria-hidden="true">
            Close
          </button>
        </form>
      </dialog>
    </PlaceContext>
  );
}
