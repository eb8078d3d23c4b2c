import { useEffect, useId, useRef, useState } from "react";
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
          {/* Last, so that the focus starts in the form. */}
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-circle absolute end-4 top-4"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <svg viewBox="0 0 24 24" className="size-5" fill="none" aria-hidden="true">
              <path d="M6 6l12 12M18 6 6 18" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </button>
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
