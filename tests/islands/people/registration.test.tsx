import { beforeEach, describe, expect, it, vi } from "vitest";
import { emptyRegistration, toRegistration } from "#islands/people/registration.ts";
import StudentRegistration from "#islands/people/StudentRegistration.tsx";
import TeacherRegistration from "#islands/people/TeacherRegistration.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

beforeEach(() => {
  vi.mocked(goTo).mockReset();
  history.replaceState(null, "", "/register-student");
  signInAs(null);
});

const press = (user: ReturnType<typeof render>) =>
  user.click(screen.getByRole("button", { name: "Complete Profile" }));

describe("what the fields become", () => {
  it("leaves out what is empty and numbers that are none, and splits lists", () => {
    const values = {
      ...emptyRegistration,
      name: " Maryam ",
      email: "m@example.org",
      password: " secret ",
      country: "Egypt",
      age: "seven",
      yearsOfExperience: "3",
      learningGoals: " Tajweed, , Hifz ",
      spokenLanguages: " , ",
    };
    expect(toRegistration("student", values)).toEqual({
      role: "student",
      name: "Maryam",
      email: "m@example.org",
      password: " secret ",
      country: "Egypt",
      yearsOfExperience: 3,
      learningGoals: ["Tajweed", "Hifz"],
    });
  });
});

describe("the student's profile", () => {
  it("has the account's name and address, which is locked, and the browser's zone", async () => {
    render(<StudentRegistration />);
    expect(screen.getByLabelText("Full Name")).toHaveProperty("value", "Maryam Ali");
    expect(screen.getByLabelText("Email")).toHaveProperty("readOnly", true);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(screen.getByLabelText(/^Time Zone/)).toHaveProperty("value", zone);
  });

  it("needs name, password and country, and an age from 5 to 99", async () => {
    const user = render(<StudentRegistration />);
    await user.clear(screen.getByLabelText("Full Name"));
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

  it("is saved and leads to the dashboard", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "student", name: "Maryam Ali" }),
    });
    const user = render(<StudentRegistration />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await press(user);
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    expect(calls[0]?.body).toMatchObject({
      role: "student",
      name: "Maryam Ali",
      country: "Egypt",
      password: "secret",
    });
    expect(localStorage.getItem("userRole")).toBe("student");
  });

  it("tells at its field what the server refuses", async () => {
    const told = "The password is wrong.";
    answer({
      "POST /auth/register": failure(400, told, [{ field: "password", message: told }]),
    });
    const user = render(<StudentRegistration />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await press(user);
    expect((await screen.findAllByText(told)).length).toBe(2);
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  });
});

describe("the teacher's profile", () => {
  it("sends experience and rate as numbers", async () => {
    const calls = answer({
      "POST /auth/register": success({ _id: "prf_1" }),
      "GET /users/authUser/usr_1": success({ _id: "prf_1", role: "teacher", name: "Maryam Ali" }),
    });
    const user = render(<TeacherRegistration />);
    await user.type(screen.getByLabelText("Password"), "secret");
    await user.selectOptions(screen.getByLabelText("Country"), "Egypt");
    await user.selectOptions(screen.getByLabelText(/^Years of Experience/), "6-10 years");
    await user.selectOptions(screen.getByLabelText(/^Hourly Rate/), "$20");
    await user.type(screen.getByLabelText(/^Specializations/), "Tajweed, Tafsir");
    await press(user);
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("/dashboard"));
    expect(calls[0]?.body).toMatchObject({
      role: "teacher",
      yearsOfExperience: 6,
      hourlyRate: 20,
      specializations: ["Tajweed", "Tafsir"],
    });
  });
});
