/** Logs a person out. */
import { ApiError } from "../api-error.ts";
import { remembered } from "../browser-storage.ts";
import { forgetDrafts } from "../drafts.ts";
import { sendRequest } from "../http.ts";
import { goTo } from "../navigation.ts";
import { $session, appKey, forgetSession } from "./session.store.ts";

/** How long the way home waits for the server, in milliseconds. */
const patience = 5_000;

/** @returns what went wrong; the session may live on at the server then. */
async function notifyServer(headers: Record<string, string> = {}): Promise<ApiError | undefined> {
  try {
    await sendRequest("/auth/logout", {
      method: "POST",
      body: { appKey: appKey() },
      headers,
      fallback: "Logout failed",
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
  return undefined;
}

/**
 * Ends the session and goes home. What is here is cleared even if the server can't be reached; it is
 * sent by the next page then, so that the cookie lets nobody in.
 */
export async function signOut(): Promise<void> {
  const session = $session.get();
  const signOutError = await notifyServer(
    session.status === "signed-in" ? { Authorization: `Bearer ${session.accessToken}` } : {},
  );
  if (signOutError) remembered.set("signOutPending", "true");
  goTo("/");
  forgetSession();
  forgetDrafts();
}

/** Ends a session whose log-out didn't reach the server. @returns what went wrong again. */
export async function finishSignOut(): Promise<ApiError | undefined> {
  if (remembered.get("signOutPending") !== "true") return undefined;
  const signOutError = await notifyServer();
  if (!signOutError) remembered.remove("signOutPending");
  return signOutError;
}
