/**
 * Watches events outside this page: other tabs, sleep, the network, and the back/forward cache.
 */
import { findPageScope } from "../../page-scope.ts";
import { findRoute } from "../../site/routes.ts";
import { remembered } from "../browser-storage.ts";
import { reloadPage, stay } from "../navigation.ts";
import { $session, forgetSession } from "./session.store.ts";

interface Reactions {
  /** Called when the page becomes visible again or the network is back. */
  catchUp: () => void;
  /** Called when someone logs in from another tab, possibly another person. */
  signedInElsewhere: () => void;
}

let watching = false;

const isFlagSet = () => remembered.get("isAuthenticated") === "true";

/** Starts watching. Runs once per page. */
export function watchSession({ catchUp, signedInElsewhere }: Reactions): void {
  if (watching) return;
  watching = true;
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== null && key !== "isAuthenticated") return;
    const { status } = $session.get();
    if (!isFlagSet() && status !== "signed-out") forgetSession();
    // A tab that slept notices a log-out only after the next log-in.
    if (isFlagSet() && (status === "signed-out" || newValue === null)) signedInElsewhere();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") catchUp();
  });
  addEventListener("focus", catchUp);
  addEventListener("online", catchUp);
  let owner: string | null = null;
  addEventListener("pagehide", () => {
    owner = remembered.get("userProfileId");
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    stay();
    // The server decides whether the user may still see this page.
    const isPublic = findRoute(location.pathname)?.access === "public";
    if (!isPublic || findPageScope()) {
      // Nobody else may see the page while it is being loaded again.
      const isOwner = isFlagSet() && remembered.get("userProfileId") === owner;
      if (!isOwner) document.documentElement.hidden = true;
      return reloadPage();
    }
    if (!isFlagSet()) forgetSession();
    catchUp();
  });
}
