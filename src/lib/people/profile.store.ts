/** The logged-in person's profile, and what the browser remembers of it. */
import { atom } from "nanostores";
import { callApi } from "../client/api-client.ts";
import { ApiError, messageOf } from "../client/api-error.ts";
import { remembered } from "../client/browser-storage.ts";
import type { ApiBody } from "../client/http.ts";
import { markPage } from "../client/page-marks.ts";
import { readObject } from "../client/readers.ts";
import { $session } from "../client/session/session.store.ts";
import { findPageScope, type PageScope } from "../page-scope.ts";
import type { OwnStudent, OwnTeacher, ProfileView } from "./people.responses.ts";

/** What the owners of either kind of profile see. */
type OwnFields = Omit<
  OwnTeacher & OwnStudent,
  "enrolledCourses" | "availableTimeSlots" | "courses"
>;

/** The user's profile, of which another back end may leave out much. */
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

/** Remembers the profile that came with the page. */
export function rememberRenderedProfile(): void {
  const state = $profile.get();
  if (state !== unknown && state === findRenderedProfile()) remember(state);
}

/** The profile of an answer; none where it names no id or no role. */
function toState(body: ApiBody): ProfileState {
  const found = readObject<Profile & { id?: string }>(body);
  const id = found?._id ?? found?.id;
  if (!found || !id || (found.role !== "student" && found.role !== "teacher")) {
    return { status: "none" };
  }
  return { status: "complete", profile: { ...found, _id: id } };
}

/** Takes over the profile that an update answered, where it did. */
export function acceptProfile(body: ApiBody): void {
  const state = toState(body);
  if (state.status === "complete") remember(state);
}

async function find(userId: string, fallback: string): Promise<ProfileState> {
  try {
    const body = await callApi(`/users/authUser/${encodeURIComponent(userId)}`, {
      fallback,
    });
    return toState(body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { status: "none" };
    return { status: "failed", message: messageOf(error, fallback) };
  }
}

let finding: Promise<ProfileState> | undefined;

/** Looks up the profile by the user's id, one request at a time, and remembers the result. */
export function loadProfile(
  userId: string,
  fallback = "Failed to fetch profile",
): Promise<ProfileState> {
  finding ??= find(userId, fallback)
    // A person who has logged out meanwhile leaves nothing behind.
    .then((state) => (isSignedIn(userId) ? remember(state) : $profile.get()))
    .finally(() => {
      finding = undefined;
    });
  return finding;
}
