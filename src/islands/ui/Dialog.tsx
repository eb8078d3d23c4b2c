import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { Backdrop } from "./Backdrop.tsx";
import { CloseButton } from "./CloseButton.tsx";
import { findFocusPath, restoreFocus } from "./keep-focus.ts";

interface DialogProps {
  open: boolean;
  title: string;
  /** Wide enough for forms with two columns. */
  wide?: boolean;
  /** Keeps the dialog open until its action has finished. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog based on the native element, which traps and restores the focus. If the control
 * that opened it is gone, what is left of its place gets the focus.
 */
export function Dialog({
  open,
  title,
  wide = false,
  busy = false,
  onClose,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const opener = useRef<readonly HTMLElement[]>([]);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (open && !dialog?.open) {
      opener.current = findFocusPath();
      dialog?.showModal();
    }
    if (!open && dialog?.open) {
      dialog.close();
      restoreFocus(opener.current);
    }
  }, [open]);
  // Removed while it is open, a dialog would take the focus with it instead of returning it.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      dialog?.close();
      // The same update may remove the control.
      queueMicrotask(() => restoreFocus(opener.current));
    };
  }, []);
  return (
    <dialog
      ref={element}
      className="modal"
      aria-labelledby={titleId}
      onCancel={(event) => busy && event.preventDefault()}
      // Browsers may close a dialog on the second Escape even if the page prevents it.
      onClose={() => (busy ? element.current?.showModal() : onClose())}
    >
      <div className={`modal-box panel grid gap-4 p-5 sm:p-6 ${wide ? "max-w-2xl" : ""}`}>
        <h2 id={titleId} className="pe-10 text-xl">
          {title}
        </h2>
        {children}
        <CloseButton onClick={() => !busy && element.current?.close()} />
      </div>
      <Backdrop />
    </dialog>
  );
}
