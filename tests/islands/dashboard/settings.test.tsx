import { act, fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Modals } from "#islands/dashboard/Modals.tsx";
import { Settings } from "#islands/dashboard/settings/Settings.tsx";
import { remembered } from "#lib/client/browser-storage.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import "../support/dialogs.ts";
import { answer, type Call, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

const user = { id: "usr_1", email: "maryam@example.org", name: "Maryam Ali" };
const student: Profile = {
  _id: "prf_1",
  role: "student",
  name: "Maryam Ali",
  country: "Egypt",
  timeZone: "Africa/Cairo",
  age: 11,
  spokenLanguages: ["Arabic", "English"],
};
const here = {
  _id: "ses_1",
  device: "Firefox on Linux",
  firstSeenAt: "2027-03-01T10:00:00.000Z",
  lastSeenAt: "2027-03-02T10:00:00.000Z",
  current: true,
};
const phone = { ...here, _id: "ses_2", device: "Safari on iPhone", current: false };
const sessions = {
  "GET /users/me/sessions": success([here, phone]),
  "GET /calendar/feed": success(null),
};

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

const show = (profile: Profile = student) =>
  render(
    <Modals profile={profile} user={user}>
      {(dashboard) => <Settings profile={profile} user={user} {...dashboard} />}
    </Modals>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input, textarea" }), {
    target: { value },
  });
const find = (calls: Call[], name: string) => calls.find((call) => call.name === name);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("changing the password", () => {
  const open = () => {
    show();
    press("Update Password");
  };
  const fill = (confirm = "a new passphrase") => {
    type("Current password", "the old one");
    type("New password", "a new passphrase");
    type("Confirm new password", confirm);
  };
  const submit = () => {
    const buttons = screen.getAllByRole("button", { name: "Update Password" });
    fireEvent.click(buttons.at(-1) as HTMLElement);
  };

  it("requires all three fields", async () => {
    const calls = answer(sessions);
    open();
    submit();
    expect(await screen.findByText("Please enter your current password")).toBeDefined();
    expect(screen.getByText("Please enter a new password")).toBeDefined();
    expect(screen.getByText("Please confirm your new password")).toBeDefined();
    expect(find(calls, "POST /auth/password/change/usr_1")).toBeUndefined();
  });

  it("is blocked while the two new passwords differ", async () => {
    const calls = answer(sessions);
    open();
    fill("another one");
    submit();
    expect(await screen.findByText("Passwords do not match")).toBeDefined();
    expect(find(calls, "POST /auth/password/change/usr_1")).toBeUndefined();
  });

  it("reports success in a toast and in the dialog, which closes after 2 s", async () => {
    const calls = answer({ ...sessions, "POST /auth/password/change/usr_1": success(null) });
    open();
    fill();
    submit();
    expect(await screen.findAllByText("Password updated successfully!")).toHaveLength(2);
    expect(find(calls, "POST /auth/password/change/usr_1")?.body).toMatchObject({
      currentPassword: "the old one",
      newPassword: "a new passphrase",
    });
    expect(screen.getByRole("dialog", { name: "Update Password" })).toBeDefined();
    await pass(2_100);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByText("Password updated successfully!")).toBeNull();
  });

  it("shows an error at its field, and has a message for an error without one", async () => {
    const message = "Your current password is not correct.";
    const refusal = failure(400, message, [{ field: "currentPassword", message }]);
    let status = refusal;
    answer({ ...sessions, "POST /auth/password/change/usr_1": () => status });
    open();
    fill();
    submit();
    expect(await screen.findAllByText(message)).toHaveLength(2);
    const field = screen.getByLabelText("Current password", { selector: "input" });
    expect(field.getAttribute("aria-invalid")).toBe("true");
    status = failure(500, "");
    // The button ignores clicks until the form has been submitted.
    await waitFor(() => expect(screen.queryByText("Updating...")).toBeNull());
    type("Current password", "another try");
    submit();
    expect(await screen.findByText("Failed to update password. Please try again.")).toBeDefined();
  });
});

describe("editing the profile", () => {
  const open = (profile?: Profile) => {
    show(profile);
    press("Edit Profile");
  };

  it("shows the stored values, with the email address locked", () => {
    answer(sessions);
    open();
    expect(screen.getByLabelText("Full name")).toHaveProperty("value", "Maryam Ali");
    expect(screen.getByLabelText(/^Email(?!s)/)).toHaveProperty("readOnly", true);
    expect(screen.getByLabelText(/^Spoken languages/)).toHaveProperty("value", "Arabic, English");
    expect(screen.queryByLabelText(/^Bio/)).toBeNull();
  });

  it("requires a name and an age from 5 to 99", async () => {
    answer(sessions);
    open();
    type("Full name", " ");
    type(/^Age/, "100");
    press("Save changes");
    expect(await screen.findByText("Name is required")).toBeDefined();
    expect(screen.getByText("Age must be between 5 and 99")).toBeDefined();
  });

  it("sends split lists, whole numbers and null for cleared fields, then closes", async () => {
    const calls = answer({ ...sessions, "PUT /students/prf_1": success(student) });
    open();
    type(/^Age/, "12");
    type(/^Learning goals/, " Tajweed, , Short surahs ");
    type(/^Preferred teaching methods/, "One-to-one, Repetition");
    type(/^Spoken languages/, "");
    press("Save changes");
    expect(await screen.findAllByText("Profile updated successfully!")).toHaveLength(2);
    expect(find(calls, "PUT /students/prf_1")?.body).toMatchObject({
      name: "Maryam Ali",
      age: 12,
      learningGoals: ["Tajweed", "Short surahs"],
      preferredTeachingMethods: ["One-to-one", "Repetition"],
      spokenLanguages: [],
      phoneNumber: null,
    });
    await pass(2_100);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("keeps typed text when it is closed with Escape, until it is discarded", async () => {
    answer(sessions);
    open();
    type("Full name", "Maryam Ali Hassan");
    type(/^Learning goals/, "Tajweed");
    const dialog = screen.getByRole("dialog", { name: "Edit Profile" }) as HTMLDialogElement;
    act(() => dialog.close());
    expect(screen.queryByRole("dialog")).toBeNull();
    press("Edit Profile");
    expect(screen.getByLabelText("Full name")).toHaveProperty("value", "Maryam Ali Hassan");
    expect(screen.getByLabelText(/^Learning goals/)).toHaveProperty("value", "Tajweed");
    expect(screen.getByText(/Your unsaved changes have been restored\./)).toBeDefined();
    press("Discard changes");
    expect(screen.getByLabelText("Full name")).toHaveProperty("value", "Maryam Ali");
    expect(screen.queryByText(/Your unsaved changes have been restored\./)).toBeNull();
  });

  it("keeps nothing after Cancel, after saving, or when nothing was typed", async () => {
    answer({ ...sessions, "PUT /students/prf_1": success(student) });
    const isRestored = () =>
      screen.queryByText(/Your unsaved changes have been restored\./) !== null;
    const close = () => act(() => (screen.getByRole("dialog") as HTMLDialogElement).close());
    open();
    type("Full name", "Another Person");
    press("Cancel");
    press("Edit Profile");
    expect(isRestored()).toBe(false);
    close();
    press("Edit Profile");
    expect(isRestored()).toBe(false);
    type(/^Age/, "12");
    press("Save changes");
    await screen.findAllByText("Profile updated successfully!");
    await pass(2_100);
    press("Edit Profile");
    expect(isRestored()).toBe(false);
  });

  it("sends a teacher's profile to the teacher API, and keeps values that lists do not offer", async () => {
    const teacher: Profile = { ...student, role: "teacher", yearsOfExperience: 9, hourlyRate: 20 };
    const calls = answer({ ...sessions, "PUT /teachers/prf_1": success(teacher) });
    open(teacher);
    press("Save changes");
    await screen.findAllByText("Profile updated successfully!");
    expect(find(calls, "PUT /teachers/prf_1")?.body).toMatchObject({
      yearsOfExperience: 9,
      hourlyRate: 20,
    });
  });

  it("saves nothing while the image is invalid", () => {
    answer(sessions);
    open();
    const choose = (file: File) =>
      fireEvent.change(screen.getByLabelText(/^Profile image/), { target: { files: [file] } });
    choose(new File(["x"], "a.pdf", { type: "application/pdf" }));
    expect(
      screen.getByText("Please select a valid image file (JPEG, PNG, GIF, or WebP)"),
    ).toBeDefined();
    expect(screen.getByRole("button", { name: "Save changes" })).toHaveProperty("disabled", true);
    const large = new File(["x"], "a.png", { type: "image/png" });
    Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
    choose(large);
    expect(screen.getByText("File size should not exceed 5MB")).toBeDefined();
  });

  it("saves the other fields when the image cannot be uploaded, and says so", async () => {
    URL.createObjectURL = () => "blob:x";
    URL.revokeObjectURL = () => {};
    const calls = answer({
      ...sessions,
      "POST /media/upload/single": failure(500, "No room"),
      "PUT /students/prf_1": success(student),
    });
    open();
    fireEvent.change(screen.getByLabelText(/^Profile image/), {
      target: { files: [new File(["x"], "a.png", { type: "image/png" })] },
    });
    press("Save changes");
    expect(
      await screen.findByText(
        "Failed to upload profile image: No room. Other profile info will still be updated.",
      ),
    ).toBeDefined();
    await screen.findAllByText("Profile updated successfully!");
    expect(find(calls, "PUT /students/prf_1")?.body).not.toHaveProperty("profileImageUrl");
  });

  it("requires the stored profile ID", async () => {
    answer(sessions);
    open();
    remembered.remove("userProfileId");
    press("Save changes");
    expect(
      await screen.findByText("Profile ID not found. Please refresh the page and try again."),
    ).toBeDefined();
  });

  it("opens for a person who was sent to add a guardian, and leads back afterward", async () => {
    history.replaceState(null, "", "/dashboard?tab=settings&edit=profile&returnTo=/courses/crs_1");
    answer({ ...sessions, "PUT /students/prf_1": success(student) });
    show();
    type(/^Parent or guardian name/, "Yusuf Ali");
    press("Save changes");
    await screen.findAllByText("Profile updated successfully!");
    await pass(2_100);
    expect(goTo).toHaveBeenCalledWith("/courses/crs_1");
  });
});

describe("the sessions in the settings", () => {
  it("are listed with the current one marked, and can be ended one by one", async () => {
    let list = [here, phone];
    const calls = answer({
      ...sessions,
      "GET /users/me/sessions": () => success(list),
      "DELETE /users/me/sessions/ses_2": () => {
        list = [here];
        return success(null);
      },
    });
    show();
    expect(await screen.findByText("Safari on iPhone")).toBeDefined();
    expect(screen.getAllByText("This device")).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "End session: Firefox on Linux" })).toBeNull();
    press("End session: Safari on iPhone");
    await vi.waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(find(calls, "DELETE /users/me/sessions/ses_2")).toBeDefined();
  });

  it("all end when the person signs out everywhere, which leads to the home page", async () => {
    const calls = answer({
      ...sessions,
      "DELETE /users/me/sessions": success(null),
      "POST /auth/logout": success(null),
    });
    show();
    press("Log out everywhere");
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
    expect(find(calls, "DELETE /users/me/sessions")).toBeDefined();
  });

  it("can be reloaded when they could not be read", async () => {
    let fails = true;
    answer({
      ...sessions,
      "GET /users/me/sessions": () => (fails ? failure(403, "Not now") : success([here])),
    });
    show();
    expect(await screen.findByText("Not now")).toBeDefined();
    fails = false;
    press("Try Again");
    expect(await screen.findByText("Firefox on Linux")).toBeDefined();
  });
});

it("a person can save their data as a file", async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return "blob:data";
  };
  URL.revokeObjectURL = () => {};
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  answer({ ...sessions, "GET /users/me/export": success({ account: { id: "usr_1" } }) });
  show();
  press("Download my data");
  expect(await screen.findByText("Your data was downloaded.")).toBeDefined();
  expect(click).toHaveBeenCalledOnce();
  expect(saved[0]?.type).toBe("application/json");
});

describe("deleting the account in the settings", () => {
  const open = () => {
    show();
    press("Delete account...");
  };

  it("requires the password and the confirmation word", async () => {
    answer(sessions);
    open();
    type("Type DELETE to confirm", "delete");
    press("Delete account");
    expect(await screen.findByText("Please type DELETE to confirm")).toBeDefined();
    expect(screen.getByText("Password is required.")).toBeDefined();
  });

  it("says why a teacher's account cannot be deleted", async () => {
    const words = "Students are enrolled in “Letters”.";
    answer({ ...sessions, "DELETE /users/me": failure(409, words) });
    open();
    type("Current password", "the old one");
    type("Type DELETE to confirm", "DELETE");
    press("Delete account");
    expect(await screen.findByText(words)).toBeDefined();
  });

  it("logs out and opens the home page 2 s after success", async () => {
    const calls = answer({
      ...sessions,
      "DELETE /users/me": success(null),
      "POST /auth/logout": success(null),
    });
    open();
    type("Current password", "the old one");
    type("Type DELETE to confirm", "DELETE");
    press("Delete account");
    expect(await screen.findByText("Your account was deleted.")).toBeDefined();
    expect(find(calls, "DELETE /users/me")?.body).toEqual({ currentPassword: "the old one" });
    expect(goTo).not.toHaveBeenCalled();
    await pass(2_100);
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/"));
  });
});

describe("disconnecting Zoom in the settings", () => {
  it("keeps the focus on the card when the button disappears", async () => {
    const zoom = (connected: boolean) => ({
      body: { success: true, status: "success", connected, data: { connected } },
    });
    let status = zoom(true);
    answer({
      ...sessions,
      "GET /zoom/status": () => status,
      "POST /zoom/disconnect": () => {
        status = zoom(false);
        return success(null);
      },
    });
    show({ ...student, role: "teacher" });
    const button = await screen.findByRole("button", { name: "Disconnect Zoom" });
    button.focus();
    fireEvent.click(button);
    press("Disconnect");
    expect(await screen.findByRole("link", { name: "Open meetings" })).toBeDefined();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Zoom" })),
    );
  });
});
