/** The Settings tab of a student, and how tests use it. */
import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { Modals } from "#islands/dashboard/Modals.tsx";
import { Settings } from "#islands/dashboard/settings/Settings.tsx";
import { remembered } from "#lib/client/browser-storage.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import "../support/dialogs.ts";
import { type Call, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

export const user = { id: "usr_1", email: "maryam@example.org", name: "Maryam Ali" };
export const student: Profile = {
  _id: "prf_1",
  role: "student",
  name: "Maryam Ali",
  country: "Egypt",
  timeZone: "Africa/Cairo",
  age: 11,
  spokenLanguages: ["Arabic", "English"],
};
export const here = {
  _id: "ses_1",
  device: "Firefox on Linux",
  firstSeenAt: "2027-03-01T10:00:00.000Z",
  lastSeenAt: "2027-03-02T10:00:00.000Z",
  current: true,
};
export const phone = { ...here, _id: "ses_2", device: "Safari on iPhone", current: false };
export const sessions = {
  "GET /users/me/sessions": success([here, phone]),
  "GET /calendar/feed": success(null),
};

/** Prepares each test of a file that mocks the navigation. */
export function prepareSettings(): void {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.mocked(goTo).mockReset();
    // Removes drafts of earlier tests.
    sessionStorage.clear();
    history.replaceState(null, "", "/dashboard?tab=settings");
    signInAs(student);
    remembered.set("userProfileId", student._id);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const show = (profile: Profile = student) =>
  render(
    <Modals profile={profile} user={user}>
      {(dashboard) => <Settings profile={profile} user={user} {...dashboard} />}
    </Modals>,
  );
export const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input, textarea" }), {
    target: { value },
  });
export const find = (calls: Call[], name: string) => calls.find((call) => call.name === name);
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
