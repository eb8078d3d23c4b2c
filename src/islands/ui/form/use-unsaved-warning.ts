import { useEffect } from "react";
import { $session } from "#lib/client/session/session.store.ts";

/**
 * Asks for confirmation before leaving a page with unsaved changes. Redirects to the log-in page
 * don't ask, because the draft is saved for the return.
 */
export function useUnsavedWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if ($session.get().status === "signed-in") event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}
