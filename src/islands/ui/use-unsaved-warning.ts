import { useEffect } from "react";
import { $session } from "#lib/client/session/session.store.ts";

/**
 * While there is something unsaved, the browser asks before the page is left. Whoever is sent to
 * log in is not asked: what was typed waits for them.
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
