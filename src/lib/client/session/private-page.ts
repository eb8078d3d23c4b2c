/**
 * Follows the session on pages that require one, because not every such page has an island that
 * does. While a log-out hasn't reached the server, it is sent again.
 */
import { findRedirect } from "../../accounts/page-guards.ts";
import { reloadPage, replaceWith } from "../navigation.ts";
import { $session, type Session } from "./session.store.ts";
import { startSession } from "./session-refresh.ts";

/**
 * Tells CSS whether the page may be seen (`src/styles/session-gate.css`). A page whose session has
 * ended stays hidden until it is loaded again, because the next session may be another user's.
 */
function markSession({ status }: Session): void {
  const { dataset } = document.documentElement;
  if (status !== "signed-in") dataset.session = "ended";
  else dataset.session ??= "active";
}

function follow(session: Session, before: Session["status"] | undefined): void {
  // When another user logs in, the session ends only until the same function has stored theirs.
  if ($session.get() !== session) return;
  const isHidden = document.documentElement.dataset.session === "ended";
  if (session.status === "signed-in" && isHidden) reloadPage();
  if (session.status !== "signed-out") return;
  const path = location.pathname + location.search;
  const reason = before === "signed-in" ? "ended" : undefined;
  const redirect = findRedirect(path, { signedIn: false, role: null }, reason);
  if (redirect) replaceWith(redirect);
}

/** Opens the log-in page when the user logs out, and reloads the page for the next user. */
export function watchPrivatePage(): void {
  markSession($session.get());
  $session.listen((session, before) => {
    markSession(session);
    queueMicrotask(() => follow(session, before?.status));
  });
  void startSession(true);
}
