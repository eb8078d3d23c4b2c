import { useEffect } from "react";

interface ToastProps {
  message: string | undefined;
  /** How long it stays, in milliseconds. */
  duration: number;
  onGone: () => void;
}

/** A short success message at the top right, which goes by itself. */
export function Toast({ message, duration, onGone }: ToastProps) {
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(onGone, duration);
    return () => clearTimeout(timer);
  }, [message, duration, onGone]);
  return (
    <div role="status" className="toast toast-top toast-end z-50">
      {message && <div className="alert alert-success shadow-lg">{message}</div>}
    </div>
  );
}
