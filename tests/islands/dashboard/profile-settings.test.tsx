import { act, fireEvent } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { remembered } from "#lib/client/browser-storage.ts";
import { addGuardianPath } from "#lib/guardians/guardian-path.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import "../support/dialogs.ts";
import { answer, failure, success } from "../support/api.ts";
import { screen, waitFor } from "../support/render.tsx";
import {
  find,
  pass,
  prepareSettings,
  press,
  sessions,
  show,
  student,
  type,
} from "./settings-screen.tsx";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

prepareSettings();

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

  it("opens at the guardian's fields for a child, and requires both", async () => {
    history.replaceState(null, "", addGuardianPath("/courses/crs_1"));
    answer(sessions);
    show();
    const name = await screen.findByLabelText(/^Parent or guardian name/);
    await waitFor(() => expect(document.activeElement).toBe(name));
    type(/^Parent or guardian name/, "Yusuf Ali");
    press("Save changes");
    expect(
      await screen.findByText("A parent or guardian's contact is required for students under 13"),
    ).toBeDefined();
  });

  it("opens for a person who was redirected to add a guardian, and leads back afterward", async () => {
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
