/** The logged-in user's profile, and the part of it that is stored in the browser. */

import { atom } from "nanostores";
import { getTexts } from "#translations/errors.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError, messageOf } from "../client/api-error.ts";
import { remembered } from "../client/browser-storage.ts";
import type { ApiBody } from "../client/http.ts";
import { markPage } from "../client/page-marks.ts";
import { readObject } from "../client/readers.ts";
import { $session } from "../client/session/session.store.ts";
import { findPageScope, type PageScope } from "../page-scope.ts";
import type { OwnStudent, OwnTeacher, ProfileView } from "./people.responses.ts";

const t = getTexts("errors");

/** The fields that only the owner of a profile sees, for both roles. */
type OwnFields = Omit<
  OwnTeacher & OwnStudent,
  "enrolledCourses" | "availableTimeSlots" | "courses"
>;

/** The user's profile. Another back end may omit many fields. */
export interface Profile
  extends Pick<ProfileView, "_id" | "role" | "name">,
    Partial<Omit<OwnFields, "_id" | "role" | "name" | "gender">> {
  gender?: string | undefined;
  enrolledCourses?: (string | { courseId: string })[];
}

export type ProfileState =
  | { status: "unknown" }
  | { status: "none" }
  | { status: "failed"; message: string }
  | { status: "complete"; profile: Profile };

const unknown: ProfileState = { status: "unknown" };
const rendered = new WeakMap<PageScope, ProfileState>();

/** The profile for which the server rendered the page. */
export function findRenderedProfile(): ProfileState {
  const scope = findPageScope();
  const body = scope?.data.profile;
  if (!scope || body === undefined) return unknown;
  const state = rendered.get(scope) ?? (body ? toState(body) : { status: "none" });
  rendered.set(scope, state);
  return state;
}

export const $profile = atom<ProfileState>(
  typeof window === "undefined" || $session.get().status !== "signed-in"
    ? unknown
    : findRenderedProfile(),
);

$session.listen((session) => {
  if (session.status === "signed-out") $profile.set(unknown);
});

const isSignedIn = (userId: string): boolean => {
  const session = $session.get();
  return session.status === "signed-in" && session.user.id === userId;
};

function remember(state: ProfileState): ProfileState {
  if (state.status === "complete") {
    remembered.set("profileCompleted", "true");
    remembered.set("userRole", state.profile.role);
    remembered.set("userProfileId", state.profile._id);
  } else if (state.status === "none") {
    remembered.remove("profileCompleted", "userRole", "userProfileId");
  }
  markPage();
  $profile.set(state);
  return state;
}

/** Stores the profile that the server embedded in the page. */
export function rememberRenderedProfile(): void {
  const state = $profile.get();
  if (state !== unknown && state === findRenderedProfile()) remember(state);
}

/** Reads the profile from a response; "none" if it has no ID or no role. */
function toState(body: ApiBody): ProfileState {
  const found = readObject<Profile & { id?: string }>(body);
  const id = found?._id ?? found?.id;
  if (!found || !id || (found.role !== "student" && found.role !== "teacher")) {
    return { status: "none" };
  }
  return { status: "complete", profile: { ...found, _id: id } };
}

/** Stores the profile from the response to an update, if it contains one. */
export function acceptProfile(body: ApiBody): void {
  const state = toState(body);
  if (state.status === "complete") remember(state);
}

async function find(userId: string, fallback: string): Promise<ProfileState> {
  try {
    const body = await callApi(`/users/authUser/${encodeURIComponent(userId)}`, {
      // Our API then has no error to send for a missing profile, which browsers would print.
      headers: { "X-Missing": "null" },
      fallback,
    });
    return toState(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { status: "none" };
    return { status: "failed", message: messageOf(error) };
  }
}

let finding: Promise<ProfileState> | undefined;

/** Loads the profile by the user's ID, in one request at a time, and stores the result. */
export function loadProfile(userId: string, fallback = t("profileFailed")): Promise<ProfileState> {
  finding ??= find(userId, fallback)
    // Don't store the profile if the user has logged out in the meantime.
    .then((state) => (isSignedIn(userId) ? remember(state) : $profile.get()))
    .finally(() => {
      finding = undefined;
    });
  return finding;
}
