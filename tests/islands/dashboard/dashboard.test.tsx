import { act, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { OwnCourses } from "#islands/dashboard/courses/OwnCourses.tsx";
import Dashboard from "#islands/dashboard/Dashboard.tsx";
import { forgetSession } from "#lib/client/session/session.store.ts";
import { $profile, type Profile } from "#lib/people/profile.store.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { replaceWith } = await import("#lib/client/navigation.ts");
window.scrollTo = () => {};

const teacher: Profile = {
  _id: "prf_1",
  role: "teacher",
  name: "Khalid Mansour",
  timeZone: "Africa/Cairo",
  studentsCount: 1_204,
  lessonsCompleted: 23,
  rating: 4.75,
  hourlyRate: 25,
  specializations: ["Tajweed", "Ijazah"],
};
const student: Profile = {
  _id: "prf_2",
  role: "student",
  name: "Layla Osman",
  lessonsCompleted: 7,
  quizzesPassed: 2,
  totalHours: 6.5,
  enrolledCourses: [{ courseId: "crs_1" }, "crs_3"],
};

const course = (number: number, status = "published") => ({
  _id: `crs_${number}`,
  title: `Course ${number}`,
  status,
  level: "Beginner",
  enrolledCount: number,
  teacherId: { _id: number === 2 ? "prf_9" : "prf_1", name: "Khalid Mansour" },
});
const five = [course(1), course(2, "draft"), course(3, "archived"), course(4), course(5)];
const slots = [
  { day: "Monday", startTime: "09:00", endTime: "10:00", isBooked: true },
  { day: "Monday", startTime: "10:00", endTime: "11:00", isBooked: false },
  { day: "Friday", startTime: "17:00", endTime: "18:00", isBooked: false },
];
const slotsCall = "teachers/prf_1/timeslots";
const teacherCalls = {
  "GET /courses/teacher": success(five),
  "GET /timeline": success({ timeline: [] }),
  "GET /trials": success([]),
  [`GET /${slotsCall}`]: success({ availableTimeSlots: slots }),
  "GET /users/me/sessions": success([]),
};
const noCourses = {
  "GET /courses/student/prf_2": success([]),
  "GET /timeline": success({ timeline: [] }),
};

const open = (tab: string) =>
  history.replaceState(null, "", tab === "dashboard" ? "/dashboard" : `/dashboard?tab=${tab}`);
/** The page's navigation, which isn't part of the island. */
function addNavigation(): HTMLElement {
  const nav = document.createElement("nav");
  nav.innerHTML = `<a href="/dashboard" data-tab="dashboard" aria-current="page">Dashboard</a>
    <button data-shell-more>More</button>
    <div id="more"><a href="/dashboard?tab=personal" data-tab="personal">Personal</a></div>
    <b data-own-name>Khalid</b>
    <i data-own-name-in="Account menu for {name}">Account menu for Khalid</i>
    <u data-own-avatar>K</u>`;
  document.body.append(nav);
  onTestFinished(() => nav.remove());
  return nav;
}
const figures = () =>
  Object.fromEntries(
    screen
      .getAllByRole("term")
      .map((term) => [term.textContent, term.parentElement?.querySelector("dd")?.textContent]),
  );

beforeEach(() => {
  vi.mocked(replaceWith).mockReset();
  open("dashboard");
  signInAs(teacher);
});

describe("the dashboard", () => {
  it("shows nothing until the profile is complete", () => {
    signInAs(null);
    render(<Dashboard />);
    expect(replaceWith).toHaveBeenCalledWith("/role-selection");
    expect(document.body.textContent).not.toContain("Welcome back");
  });

  it("reports an unreadable profile, and can be retried", async () => {
    $profile.set({ status: "unknown" });
    answer({ "GET /users/authUser/usr_1": { status: 400, text: "{}" } });
    const user = render(<Dashboard />);
    expect(await screen.findByText("Failed to fetch user profile")).toBeDefined();
    answer({ ...teacherCalls, "GET /users/authUser/usr_1": success(teacher) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText(/Welcome back/)).toBeDefined();
  });

  it("asks people whose session has ended to log in again", async () => {
    answer(teacherCalls);
    forgetSession();
    render(<OwnCourses profile={teacher} />);
    expect(await screen.findByText("Authentication error. Please log in again.")).toBeDefined();
  });

  it("has a teacher's figures and first three courses", async () => {
    answer(teacherCalls);
    render(<Dashboard />);
    expect(screen.getByRole("heading", { name: "Welcome back, Khalid!", level: 1 })).toBeDefined();
    expect(await screen.findAllByRole("article")).toHaveLength(3);
    expect(figures()).toMatchObject({
      "Total Students": "1,204",
      "Active Courses": "3",
      "Completed classes": "23",
      "Average Rating": "4.8",
    });
    expect(screen.getByRole("link", { name: "View all courses" }).getAttribute("href")).toBe(
      "/dashboard?tab=courses",
    );
  });

  it.each([
    [{ enrolledCount: 1 }, "1 student"],
    [{ enrolledCount: 2 }, "2 students"],
    [{ enrolledCount: 1, maxStudents: 10 }, "1 of 10 students"],
    [{ enrolledCount: 0, maxStudents: 1 }, "0 of 1 student"],
  ])("counts the students of a course with %o as %s", async (counts, text) => {
    answer({ ...teacherCalls, "GET /courses/teacher": success([{ ...course(1), ...counts }]) });
    render(<Dashboard />);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it("has a student's figures, and omits missing figures", async () => {
    signInAs(student);
    answer({
      ...noCourses,
      "GET /courses/student/prf_2": success([course(1)]),
    });
    render(<Dashboard />);
    expect(await screen.findAllByRole("article")).toHaveLength(1);
    expect(figures()).toMatchObject({
      Enrolled: "1",
      "Lessons Completed": "7",
      "Quizzes Passed": "2",
      "Total Learning Hours": "6.5",
    });
    expect(screen.queryByRole("link", { name: "View all courses" })).toBeNull();
  });

  it("opens tabs of the page's navigation in place, and follows Back", async () => {
    answer(teacherCalls);
    const nav = addNavigation();
    const user = render(<Dashboard />);
    const personal = within(nav).getByRole("link", { name: "Personal" });
    await user.click(personal);
    expect(location.search).toBe("?tab=personal");
    expect(screen.getByText("Personal Information")).toBeDefined();
    expect(screen.getByRole("heading", { level: 1, name: "Personal" })).toBeDefined();
    expect(document.title).toBe("Personal · Halaqa");
    expect(document.activeElement).toBe(personal);
    expect(nav.querySelector("[aria-current]")).toBe(personal);
    expect(within(nav).getByRole("button").dataset.current).toBe("");
    act(() => {
      open("schedule");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(await screen.findByText("Weekly overview")).toBeDefined();
    expect(document.title).toBe("Schedule · Halaqa");
    expect(nav.querySelector("[aria-current]")).toBeNull();
  });

  it("leaves a click that opens a tab in a new window to the browser", async () => {
    answer(teacherCalls);
    const nav = addNavigation();
    nav.addEventListener("click", (event) => event.ctrlKey && event.preventDefault());
    const user = render(<Dashboard />);
    await user.keyboard("{Control>}");
    await user.click(within(nav).getByRole("link", { name: "Personal" }));
    expect(location.search).toBe("");
    expect(document.title).toBe("Dashboard · Halaqa");
  });

  it("shows a changed name and picture in the page's navigation", () => {
    answer(teacherCalls);
    const nav = addNavigation();
    render(<Dashboard />);
    expect(nav.querySelector("b")?.textContent).toBe("Khalid Mansour");
    act(() => signInAs({ ...teacher, name: "Khalid al-Mansour" }));
    expect(nav.querySelector("b")?.textContent).toBe("Khalid al-Mansour");
    expect(nav.querySelector("i")?.textContent).toBe("Account menu for Khalid al-Mansour");
    expect(nav.querySelector("u")?.textContent).toBe("KA");
    act(() => signInAs({ ...teacher, profileImageUrl: "/files/me.webp" }));
    expect(nav.querySelector("u img")?.getAttribute("src")).toBe("/files/me.webp");
    act(() => signInAs(teacher));
    expect(nav.querySelector("u")?.innerHTML).toBe("KM");
  });

  it("opens the first tab for students who request a teacher's tab", async () => {
    signInAs(student);
    open("students");
    answer(noCourses);
    render(<Dashboard />);
    expect(await screen.findByText("You aren't enrolled in any courses yet")).toBeDefined();
    expect(screen.getByText(/Welcome back/)).toBeDefined();
  });
});

describe("the courses on the dashboard", () => {
  it("are listed completely with their states and with links to add and edit", async () => {
    open("courses");
    const calls = answer(teacherCalls);
    const user = render(<Dashboard />);
    const cards = await screen.findAllByRole("article");
    expect(cards).toHaveLength(5);
    const badges = cards.map((card) => card.querySelector(".badge + .badge"));
    expect(badges.map((badge) => badge?.textContent)).toEqual([
      "Published",
      "Draft",
      "Archived",
      "Published",
      "Published",
    ]);
    expect(badges.slice(0, 3).map((badge) => badge?.className)).toEqual([
      expect.stringContaining("badge-success"),
      expect.stringContaining("badge-warning"),
      expect.stringContaining("badge-neutral"),
    ]);
    expect(screen.getByRole("link", { name: "Add Course" }).getAttribute("href")).toBe(
      "/add-course",
    );
    expect(screen.getByRole("link", { name: "Edit Course: Course 2" }).getAttribute("href")).toBe(
      "/edit-course/crs_2",
    );
    expect(screen.getByRole("link", { name: "Course 2" }).getAttribute("href")).toBe(
      "/dashboard/classes/crs_2",
    );
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(calls.filter(({ name }) => name === "GET /courses/teacher")).toHaveLength(2),
    );
  });

  it("include a link to the catalog for a student", async () => {
    signInAs(student);
    open("courses");
    answer({ ...noCourses, "GET /courses/student/prf_2": success([course(1)]) });
    render(<Dashboard />);
    expect(await screen.findByRole("link", { name: "View Course: Course 1" })).toBeDefined();
    expect(screen.getByRole("link", { name: "Course 1" }).getAttribute("href")).toBe(
      "/dashboard/enrolled-courses/crs_1",
    );
    expect(screen.getByRole("link", { name: "Browse Courses" })).toBeDefined();
    expect(screen.queryByText("Published")).toBeNull();
  });

  it.each([
    ["teacher", teacher, "/courses/teacher"],
    ["student", student, "/courses/student/prf_2"],
  ])(
    "of a %s can be reloaded, or fetched with the alternative method, if they cannot be read",
    async (role, person, path) => {
      signInAs(person);
      open("courses");
      let list: ReturnType<typeof success> | ReturnType<typeof failure> = failure(503, "Away");
      const calls = answer({
        ...teacherCalls,
        ...noCourses,
        [`GET ${path}`]: failure(400, `Failed to fetch ${role} courses`),
        "GET /courses?page=1&limit=100": () => list,
        "GET /courses?page=2&limit=100": success({ courses: [course(3)], pages: 2 }),
      });
      const user = render(<Dashboard />);
      expect(await screen.findByText(`Failed to fetch ${role} courses`)).toBeDefined();
      await user.click(screen.getByRole("button", { name: "Try Again" }));
      await waitFor(() =>
        expect(calls.filter(({ name }) => name === `GET ${path}`)).toHaveLength(2),
      );
      const other = await screen.findByRole("button", { name: "Try Alternative Method" });
      await user.click(other);
      expect(await screen.findByText("Failed to fetch courses: 503")).toBeDefined();
      list = success({ courses: [course(1), course(2)], pages: 2 });
      await user.click(screen.getByRole("button", { name: "Try Alternative Method" }));
      expect(await screen.findByText("Course 1")).toBeDefined();
      expect(screen.getByText("Course 3")).toBeDefined();
      expect(screen.queryByText("Course 2")).toBeNull();
    },
  );

  it("offer the alternative method on their own tab only", async () => {
    answer({ ...teacherCalls, "GET /courses/teacher": failure(400, "Not now") });
    render(<Dashboard />);
    expect(await screen.findByText("Not now")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Try Alternative Method" })).toBeNull();
  });
});

describe("the profile tab", () => {
  it("shows a teacher's details and time slots", async () => {
    open("personal");
    answer(teacherCalls);
    render(<Dashboard />);
    for (const title of ["Personal Information", "Quran Learning", "Available Time Slots"]) {
      expect(screen.getByRole("heading", { name: title })).toBeDefined();
    }
    expect(figures()).toMatchObject({
      "Full name": "Khalid Mansour",
      "Time zone": "Africa/Cairo",
      Specializations: "Tajweed, Ijazah",
      "Hourly rate": "$25",
      "Phone number": "Not provided",
    });
    expect((await screen.findByText("(Booked)")).parentElement?.textContent).toContain(
      "09:00-10:00",
    );
    const links = ["Edit introduction", "Open verification"].map((name) =>
      screen.getByRole("link", { name }).getAttribute("href"),
    );
    expect(links).toEqual(["/dashboard/introduction", "/dashboard/verification"]);
  });

  it("has no time slots for students, and opens the profile form", async () => {
    signInAs(student);
    open("personal");
    answer(noCourses);
    const user = render(<Dashboard />);
    expect(screen.queryByText("Available Time Slots")).toBeNull();
    expect(screen.queryByRole("link", { name: "Open verification" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Edit Profile" }));
    expect(screen.getByRole("dialog", { name: "Edit Profile" })).toBeDefined();
  });
});

describe("the account information", () => {
  it.each([
    ["2024-05-02T10:00:00.000Z", "May 2, 2024"],
    [undefined, "N/A"],
  ])("shows the join date of %s as %s", async (registrationDate, words) => {
    signInAs({ ...teacher, ...(registrationDate && { registrationDate }) });
    open("settings");
    answer(teacherCalls);
    render(<Dashboard />);
    expect(figures()).toMatchObject({
      Email: "maryam@example.org",
      Role: "Teacher",
      Joined: words,
    });
    expect(screen.getByRole("button", { name: "Manage Schedule" })).toBeDefined();
    expect(await screen.findByText("Your sessions")).toBeDefined();
  });
});
