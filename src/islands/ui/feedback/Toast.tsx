import { useEffect, useRef } from "react";

interface ToastProps {
  message: string | undefined;
  /** How long the message is shown, in milliseconds. */
  duration: number;
  onHidden: () => void;
}

/**
 * A short success message at the top right that disappears automatically. It also shows above open
 * dialogs.
 */
export function Toast({ message, duration, onHidden }: ToastProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!message) return;
    // Only a popover can be shown above an open dialog.
    const popover = element.current;
    popover?.showPopover?.();
    const timer = setTimeout(onHidden, duration);
    return () => {
      clearTimeout(timer);
      popover?.hidePopover?.();
    };
  }, [message, duration, onHidden]);
  return (
    <div role="status">
      <div
        ref={element}
        popover="manual"
        className={`toast toast-top toast-end overflow-visible border-0 bg-transparent ${message ? "" : "hidden"}`}
      >
        {message && <div className="alert alert-success shadow-lg">{message}</div>}
      </div>
    </div>
  );
}
