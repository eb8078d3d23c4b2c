import { cleanup } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import Registration from "#islands/people/Registration.tsx";
import { emptyRegistration, toRegistration } from "#islands/people/registration.ts";
import { listProfileFields } from "#islands/people/shared/profile-fields.ts";
import { remembered } from "#lib/client/browser-storage.ts";
import { acceptToken, forgetSession } from "#lib/client/session/session.store.ts";
import { $profile } from "#lib/people/profile.store.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { makeToken, signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/register-student");
  signInAs(null);
});

const press = (user: ReturnType<typeof render>) => user.click(screen.getByText("Complete profile"));

describe("the fields of the registration form", () => {
  it("are sent without empty texts and invalid numbers, with split lists", () => {
    const values = {
      ...emptyRegistration,
      name: " Maryam ",
      email: "m@example.org",
      password: " secret ",
      country: "Egypt",
      age: "seven",
      learningGoals: " Tajweed, , Hifz ",
      spokenLanguages: " , ",
    };
    const fields = listProfileFields("student", values);
    expect(toRegistration("student", fields, values)).toEqual({
      role: "student",
      name: "Maryam",
      email: "m@example.org",
      password: " secret ",
      country: "Egypt",
      learningGoals: ["Tajweed", "Hifz"],
    });
  });
});

describe("a teacher's certificates and education", () => {
  it("are entered in rows, which show errors at each field", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1", role: "teacher" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "teacher" }),
    });
    history.replaceState(null, "", "/register-teacher");
    const user = render(<Registration chosen="teacher" />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.click(screen.getByRole("button", { name: "Add certificate" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Certificate name"));
    await user.click(screen.getByRole("button", { name: "Add education entry" }));
    await user.type(screen.getByLabelText("Certificate name"), "Ijazah");
    await user.type(screen.getByLabelText(/^Verification link/), "http://example.org");
    await press(user);
    for (const words of [
      "Issuing authority is required",
      "Please enter a web address that starts with https://",
      "Year must be between 1900 and this year",
      "Degree is required",
      "Institution is required",
      "Year must be between 1900 and 10 years from now",
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
    await user.click(screen.getByRole("button", { name: "Remove education entry 1" }));
    expect(document.activeElement?.textContent).toBe("Add education entry");
    expect(screen.queryByLabelText("Degree")).toBeNull();
    await user.type(screen.getByLabelText("Issuing authority"), "Al-Azhar");
    await user.type(screen.getByLabelText("Year"), "2015");
    await user.clear(screen.getByLabelText(/^Verification link/));
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    const sent = calls.find(({ name }) => name === "POST /auth/register")?.body;
    expect(sent).toMatchObject({
      certifications: [
        { name: "Ijazah", issuingAuthority: "Al-Azhar", year: 2015, verificationUrl: null },
      ],
    });
    expect(sent).not.toHaveProperty("educationBackground");
  });
});

describe("the student's registration form", () => {
  it("starts with the account's name and locked address, and the browser's time zone", async () => {
    render(<Registration chosen="student" />);
    expect(screen.getByLabelText("Full name")).toHaveProperty("value", "Maryam Ali");
    // A parent signs up under a name that isn't the child's.
    expect(screen.getByText(/For a child, enter the child's name here/)).toBeDefined();
    expect(screen.getByLabelText("Email")).toHaveProperty("readOnly", true);
    expect(screen.getByLabelText(/^Time zone/)).toHaveProperty("value", "UTC");
    expect(screen.getByLabelText("Country")).toHaveProperty("value", "USA");
  });

  it("offers the specification's countries, zones, genders and levels first, in order", () => {
    render(<Registration chosen="student" />);
    const offered = (label: string | RegExp) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
    expect(offered("Country").slice(1, 12)).toEqual([
      "USA",
      "UK",
      "Canada",
      "Australia",
      "Saudi Arabia",
      "UAE",
      "Pakistan",
      "India",
      "Egypt",
      "Malaysia",
      "Indonesia",
    ]);
    expect(
      offered(/^Time zone/)
        .slice(1, 10)
        .map((text) => text.split(" ")[0]),
    ).toEqual(["GMT-8", "GMT-7", "GMT-6", "GMT-5", "GMT+0", "GMT+1", "GMT+3", "GMT+5", "GMT+5:30"]);
    const genders = [...screen.getByLabelText<HTMLSelectElement>(/^Gender/).options];
    expect(genders.map(({ value }) => value)).toEqual([
      "",
      "male",
      "female",
      "other",
      "prefer_not_to_say",
    ]);
    expect(offered(/^Quran level/).slice(1)).toEqual([
      "Beginner",
      "Intermediate",
      "Advanced",
      "Hafiz",
    ]);
  });

  it("leaves the address open when the account has none", () => {
    acceptToken(makeToken({ email: "" }));
    render(<Registration chosen="student" />);
    expect(screen.getByLabelText("Email")).toHaveProperty("readOnly", false);
  });

  it("requires a name, a password, a country and an age from 5 to 99", async () => {
    const user = render(<Registration chosen="student" />);
    await user.clear(screen.getByLabelText("Full name"));
    await user.selectOptions(screen.getByLabelText("Country"), "");
    await user.type(screen.getByLabelText(/^Age/), "4");
    await press(user);
    for (const words of [
      "Name is required",
      "Password is required.",
      "Country is required",
      "Age must be between 5 and 99",
    ]) {
      expect(await screen.findByText(words)).toBeDefined();
    }
  });

  it("is saved and opens the dashboard", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Maryam Ali" }),
    });
    const user = render(<Registration chosen="student" />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    expect(calls[0]?.body).toMatchObject({
      role: "student",
      name: "Maryam Ali",
      country: "Egypt",
      password: "secret",
    });
    expect(localStorage.getItem("userRole")).toBe("student");
  });

  it.each([
    ["/courses/crs_1", "/courses/crs_1"],
    ["/teachers/prf_9#trial", "/teachers/prf_9#trial"],
    ["/dashboard?tab=courses", "/dashboard"],
    ["//evil.example", "/dashboard"],
    ["/\\evil.example", "/dashboard"],
    ["https://evil.example", "/dashboard"],
  ])("leads a person who came for %s to %s", async (page, target) => {
    const query = new URLSearchParams({ returnTo: page });
    history.replaceState(null, "", `/register-student?${query}`);
    answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Maryam Ali" }),
    });
    const user = render(<Registration chosen="student" />);
    expect(screen.getByText("Choose another role").getAttribute("href")).toBe(
      target === "/dashboard" ? "/role-selection" : `/role-selection?${query}`,
    );
    await user.type(screen.getByLabelText("Password"), "secret");
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(target));
  });

  it("keeps what was typed for this account until it is sent, but never the password", async () => {
    history.replaceState(null, "", "/register-student?returnTo=%2Fcourses%2Fcrs_1");
    let user = render(<Registration chosen="student" />);
    await user.type(screen.getByLabelText(/^Native language/), "Urdu");
    await user.type(screen.getByLabelText("Password"), "secret-word");
    cleanup();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("secret-word");

    history.replaceState(null, "", "/register-student");
    answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Maryam Ali" }),
    });
    user = render(<Registration chosen="student" />);
    expect(screen.getByLabelText(/^Native language/)).toHaveProperty("value", "Urdu");
    expect(screen.getByLabelText("Password")).toHaveProperty("value", "");
    await user.type(screen.getByLabelText("Password"), "secret-word");
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/courses/crs_1"));
    expect(remembered.listDrafts()).toEqual([]);
  });

  it("does not show another account what was typed", async () => {
    const user = render(<Registration chosen="student" />);
    await user.type(screen.getByLabelText(/^Native language/), "Urdu");
    cleanup();
    forgetSession();
    acceptToken(makeToken({ id: "usr_2" }));
    $profile.set({ status: "none" });
    expect(remembered.listDrafts()).toEqual([]);
    render(<Registration chosen="student" />);
    expect(screen.getByLabelText(/^Native language/)).toHaveProperty("value", "");
  });

  it("asks for the age first, and requires a guardian for children under 13", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Zainab" }),
    });
    const user = render(<Registration chosen="student" />);
    const age = screen.getByLabelText(/^Age/);
    const guardian = () => screen.getByLabelText(/^Parent or guardian name/);
    expect(age.compareDocumentPosition(guardian())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(guardian().closest("section")?.textContent).toContain("(optional)");
    await user.type(age, "9");
    expect(guardian().closest("section")?.textContent).not.toContain("(optional)");
    await user.type(screen.getByLabelText("Password"), "secret");
    await press(user);
    const nameMissing = "A parent or guardian's name is required for students under 13";
    expect(await screen.findByText(nameMissing)).toBeDefined();
    expect(
      screen.getByText("A parent or guardian's contact is required for students under 13"),
    ).toBeDefined();
    expect(document.activeElement).toBe(guardian());
    expect(calls).toEqual([]);
    await user.type(guardian(), "Saira Malik");
    await user.type(screen.getByLabelText(/^Parent or guardian contact/), "saira@example.org");
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    expect(calls[0]?.body).toMatchObject({ age: 9, parentGuardianName: "Saira Malik" });
  });

  it("marks and focuses the guardian's contact if the server refuses it", async () => {
    const text = "This address is the account's.";
    answer({
      "POST /auth/register": failure(400, text, [
        { field: "parentGuardianContact", message: text },
      ]),
    });
    const scrolled: Element[] = [];
    const user = render(<Registration chosen="student" />);
    const contact = () => screen.getByLabelText(/^Parent or guardian contact/);
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this);
    };
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, "scrollIntoView"));
    await user.type(screen.getByLabelText(/^Age/), "9");
    await user.type(screen.getByLabelText(/^Parent or guardian name/), "Saira Malik");
    await user.type(contact(), "maryam@example.org");
    await user.type(screen.getByLabelText("Password"), "secret");
    await press(user);
    await waitFor(() => expect(contact().getAttribute("aria-invalid")).toBe("true"));
    expect(contact().closest("section")?.textContent).toContain(text);
    expect(document.activeElement).toBe(contact());
    // The message above the form is far from the field.
    expect(scrolled.map((each) => each.textContent)).toEqual([expect.stringContaining(text)]);
    expect(scrolled[0]?.contains(contact())).toBe(true);
  });

  it("shows a server error next to the field it concerns", async () => {
    const text = "The password is wrong.";
    answer({
      "POST /auth/register": failure(400, text, [{ field: "password", message: text }]),
    });
    const user = render(<Registration chosen="student" />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await press(user);
    expect((await screen.findAllByText(text)).length).toBe(2);
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  });
});

const png = () => new File(["png"], "me.png", { type: "image/png" });

describe("the profile picture in the registration form", () => {
  const registered = {
    "POST /auth/register": success({ _id: "prf_1" }),
    "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Maryam Ali" }),
  };

  beforeEach(() => {
    vi.stubGlobal(
      "URL",
      Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL() {} }),
    );
  });

  async function send(user: ReturnType<typeof render>) {
    await user.upload(screen.getByLabelText(/^Profile image/), png());
    await user.type(screen.getByLabelText("Password"), "secret");
    await press(user);
  }

  it("is uploaded first, and only once however often the form is sent", async () => {
    const calls = answer({
      ...registered,
      "POST /media/upload/single": success({ url: "/media/one.webp" }),
      "POST /auth/register": failure(400, "The password is wrong."),
    });
    const user = render(<Registration chosen="student" />);
    await send(user);
    await screen.findByText("The password is wrong.");
    await press(user);
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls.map(({ name }) => name)).toEqual([
      "POST /media/upload/single",
      "POST /auth/register",
      "POST /auth/register",
    ]);
    expect(calls[2]?.body).toMatchObject({ profileImageUrl: "/media/one.webp" });
  });

  it("can fail to upload: the profile is saved without it, with a message, before the page closes", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = answer({
      ...registered,
      "POST /media/upload/single": { status: 500, text: "" },
    });
    await send(render(<Registration chosen="student" />));
    const text =
      "Failed to upload profile image: Upload failed with status: 500. Other profile info will still be updated.";
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]?.body).not.toHaveProperty("profileImageUrl");
    expect(goTo).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toBe(text);
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    vi.useRealTimers();
  });

  it.each([
    ["text/plain", "x", "Please select a valid image file (JPEG, PNG, GIF, or WebP)"],
    ["image/png", "x".repeat(5 * 1024 * 1024 + 1), "File size should not exceed 5MB"],
  ])("is rejected as %s when it is invalid", async (type, content, text) => {
    const user = userEvent.setup({ applyAccept: false });
    render(<Registration chosen="student" />);
    const file = new File([content], "me", { type });
    await user.upload(screen.getByLabelText(/^Profile image/), file);
    expect((await screen.findByRole("alert")).textContent).toBe(text);
  });
});

describe("the teacher's registration form", () => {
  it("offers the specification's levels, experience and rates", () => {
    render(<Registration chosen="teacher" />);
    const offered = (label: RegExp) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].slice(1);
    expect(offered(/^Quran level/).map(({ text }) => text)).toEqual([
      "Hafiz",
      "Qari",
      "Alim",
      "Advanced",
      "Expert",
    ]);
    expect(offered(/^Years of experience/).map(({ value }) => value)).toEqual([
      "1",
      "2",
      "3",
      "6",
      "11",
    ]);
    expect(offered(/^Hourly rate/).map(({ value }) => Number(value))).toEqual([
      5, 10, 15, 20, 25, 30, 40, 50,
    ]);
  });

  it("sends the experience and the rate as numbers", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "teacher", name: "Maryam Ali" }),
    });
    const user = render(<Registration chosen="teacher" />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await user.selectOptions(screen.getByLabelText(/^Years of experience/), "6-10 years");
    await user.selectOptions(screen.getByLabelText(/^Hourly rate/), "$20");
    await user.type(screen.getByLabelText(/^Specializations/), "Tajweed, Tafsir");
    await press(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    expect(calls[0]?.body).toMatchObject({
      role: "teacher",
      yearsOfExperience: 6,
      hourlyRate: 20,
      specializations: ["Tajweed", "Tafsir"],
    });
  });
});
