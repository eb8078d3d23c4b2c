/** Logs the user out. */
import { getTexts } from "#translations/errors.ts";
import { deleteLocalStudy } from "../../study/client/delete-local-study.ts";
import { ApiError } from "../api-error.ts";
import { remembered } from "../browser-storage.ts";
import { forgetDrafts } from "../drafts.ts";
import { sendRequest } from "../http.ts";
import { goTo } from "../navigation.ts";
import { $session, appKey, forgetSession } from "./session.store.ts";

const t = getTexts("errors");

/** How long to wait for the server before opening the home page, in milliseconds. */
const timeoutMs = 5_000;

/** @returns the error, if there was one; the session may then still exist on the server. */
async function notifyServer(headers: Record<string, string> = {}): Promise<ApiError | undefined> {
  try {
    await sendRequest("/auth/logout", {
      method: "POST",
      body: { appKey: appKey() },
      headers,
      fallback: t("logOutFailed"),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
  return undefined;
}

/**
 * Logs out and opens the home page, or another page that needs no session. Local data is cleared even if the server can't be reached. In
 * that case the next page sends the request, so that the cookie can't be used to log in again.
 */
export async function logOut(nextPath = "/"): Promise<void> {
  const session = $session.get();
  const logOutError = await notifyServer(
    session.status === "signed-in" ? { Authorization: `Bearer ${session.accessToken}` } : {},
  );
  if (logOutError) remembered.set("signOutPending", "true");
  await deleteLocalStudy();
  remembered.remove("unsavedStudyChanges");
  goTo(nextPath);
  forgetSession();
  forgetDrafts();
}

/** Sends a log-out that hasn't reached the server yet. @returns the error if it failed again. */
export async function finishLogOut(): Promise<ApiError | undefined> {
  if (remembered.get("signOutPending") !== "true") return undefined;
  const logOutError = await notifyServer();
  if (!logOutError) remembered.remove("signOutPending");
  return logOutError;
}
