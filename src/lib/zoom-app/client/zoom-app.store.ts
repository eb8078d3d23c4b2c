/** The state of the app in Zoom, from opening it to showing the class. */
import { atom } from "nanostores";
import { getLanguage } from "#translations/runtime.ts";
import { ApiError, messageOf } from "../../client/api-error.ts";
import { acceptToken, forgetSession } from "../../client/session/session.store.ts";
import { provideTokens } from "../../client/session/session-refresh.ts";
import { defaultLanguage, isLanguage, type Language } from "../../languages.ts";
import {
  claimMeeting,
  endCurrentZoomLink,
  linkZoomUser,
  openZoomApp,
  requestZoomCode,
} from "../zoom-app.calls.ts";
import type { ZoomAppClass, ZoomAppPlace, ZoomAppSession } from "../zoom-app.responses.ts";
import { appContextAttribute } from "../zoom-app.rules.ts";
import { openInLanguage } from "./open-in-language.ts";
import { connectToZoom, type ZoomClient, ZoomClientError } from "./zoom-client.ts";

export type ZoomAppState =
  | { screen: "opening" }
  /** The page is in an ordinary browser, or in a client that doesn't respond. */
  | { screen: "outside" | "silent" }
  | { screen: "failed"; message: string }
  | { screen: "guest"; client: ZoomClient }
  | { screen: "link"; client: ZoomClient }
  | {
      screen: "place";
      client: ZoomClient;
      place: ZoomAppPlace;
      person: { name: string; email: string };
      /** Why the class couldn't be reported to the students. */
      problem?: string;
    };

export const $zoomApp = atom<ZoomAppState>({ screen: "opening" });

let client: ZoomClient | undefined;
let ticket = "";
let opening: Promise<ZoomAppSession> | undefined;
/** The languages in which the site offers the app. */
let offered: readonly Language[] = [];

/** The context that Zoom's client sent when it requested this page. It can be used only once. */
function takeHeaderContext(): string | undefined {
  const element = document.querySelector(`[${appContextAttribute}]`);
  const context = element?.getAttribute(appContextAttribute);
  element?.removeAttribute(appContextAttribute);
  return context || undefined;
}

/**
 * Opens the app, or tries again after a failure.
 * @param languages those in which the site offers the app.
 */
export async function startZoomApp(languages: readonly Language[]): Promise<void> {
  offered = languages;
  $zoomApp.set({ screen: "opening" });
  try {
    provideTokens(renewToken);
    client ??= await connectToZoom(() => void reopen());
    await openSession();
  } catch (error) {
    fail(error);
  }
}

/** The user's role or the app's location has changed. For example, a guest may have signed in. */
async function reopen(): Promise<void> {
  try {
    await openSession();
  } catch (error) {
    // The current screen stays usable until its token expires.
    if ($zoomApp.get().screen !== "place") fail(error);
  }
}

function fail(error: unknown): void {
  if (error instanceof ZoomClientError) {
    if (!followBrowser()) $zoomApp.set({ screen: error.kind });
  } else $zoomApp.set({ screen: "failed", message: messageOf(error) });
}

/**
 * Zoom has only the address of the English page. As long as nobody is logged in, the app continues
 * in the first of the browser's languages that the site offers, which is that of Zoom's client.
 * @returns whether another page is being opened.
 */
function followBrowser(): boolean {
  if (getLanguage() !== defaultLanguage) return false;
  const preferred = navigator.languages
    .map((tag) => tag.split("-", 1)[0])
    .find((tag): tag is Language => isLanguage(tag) && offered.includes(tag));
  if (preferred === undefined || preferred === defaultLanguage) return false;
  openInLanguage(preferred);
  return true;
}

/** Exchanges a context. Concurrent calls share one exchange. */
function openSession(): Promise<ZoomAppSession> {
  opening ??= exchange().finally(() => {
    opening = undefined;
  });
  return opening;
}

async function exchange(): Promise<ZoomAppSession> {
  if (!client) throw new ApiError("", 401);
  const uuids = await client.listMeetingUuids();
  const given = takeHeaderContext();
  const session = given
    ? await openZoomApp(given, uuids).catch((error: unknown) => {
        // The context is older than the page, for example after the device was asleep.
        if (error instanceof ApiError && error.status === 401) return undefined;
        throw error;
      })
    : undefined;
  const opened = session ?? (await openZoomApp(await client.getContext(), uuids));
  show(client, opened);
  return opened;
}

function show(of: ZoomClient, session: ZoomAppSession): void {
  ticket = session.ticket;
  const { account, isGuest } = session;
  if (!account) {
    forgetSession();
    if (followBrowser()) return;
    $zoomApp.set(isGuest ? { screen: "guest", client: of } : { screen: "link", client: of });
    return;
  }
  const { place, name, email, language } = account;
  if (language !== getLanguage()) {
    openInLanguage(language);
    return;
  }
  acceptToken(account.accessToken);
  const before = $zoomApp.get();
  // A person who has chosen one of several classes stays in it.
  const isChosen =
    before.screen === "place" && before.place.kind === "class" && place.kind === "choice";
  const shown = isChosen ? before.place : place;
  $zoomApp.set({ screen: "place", client: of, place: shown, person: { name, email } });
  if (place.kind === "class" && place.isClaimable && place.isHost) void claim(place._id);
}

/** The API client's source of tokens. */
async function renewToken(): Promise<string> {
  const { account } = await openSession().catch((error: unknown) => {
    // The client may have returned an old context or none, for example after sleep. Nobody is
    // logged out because of this, and the next attempt gets a new one.
    const isTrouble = !(error instanceof ApiError) || error.status === 401;
    throw isTrouble ? new ApiError(messageOf(error), 0) : error;
  });
  if (!account) throw new ApiError("", 401);
  return account.accessToken;
}

/** Emails a code to the owner of the address. @throws ApiError. */
export const requestLinkCode = (email: string): Promise<void> =>
  withTicket(() => requestZoomCode(ticket, email));

/** @throws ApiError. */
export async function linkWithCode(email: string, code: string): Promise<void> {
  if (!client) return;
  const meetingUuids = await client.listMeetingUuids();
  show(client, await withTicket(() => linkZoomUser({ ticket, email, code, meetingUuids })));
}

/** A ticket is valid for 15 minutes, but the panel may be open for longer before anyone logs in. */
async function withTicket<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    await openSession();
    return call();
  }
}

/** Ends the link, so that another account can be used. @throws ApiError. */
export async function unlink(): Promise<void> {
  await endCurrentZoomLink();
  await openSession();
}

/** Opens one of several classes. The teacher's choice applies to everyone in the meeting. */
export async function chooseClass(chosen: ZoomAppClass, isTeacher: boolean): Promise<void> {
  const state = $zoomApp.get();
  if (state.screen !== "place") return;
  const place: ZoomAppPlace = {
    kind: "class",
    ...chosen,
    isHost: isTeacher,
    isCanceled: false,
    hasEnded: false,
    isClaimable: isTeacher,
  };
  $zoomApp.set({ ...state, place });
  if (isTeacher) await claim(chosen._id);
}

/** Lets the students' apps know that this meeting belongs to the class. */
async function claim(classId: string): Promise<void> {
  try {
    const meetingNumber = await client?.findMeetingNumber();
    if (meetingNumber === undefined) return;
    await claimMeeting({ ticket, meetingNumber, classId });
  } catch (error) {
    const state = $zoomApp.get();
    if (state.screen === "place") $zoomApp.set({ ...state, problem: messageOf(error) });
  }
}
