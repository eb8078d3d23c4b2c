import { within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { Modals } from "#islands/dashboard/Modals.tsx";
import { Students } from "#islands/dashboard/students/Students.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const profile: Profile = { _id: "prf_1", role: "teacher", name: "Khalid", studentsCount: 2 };
const account = { id: "usr_1", email: "khalid@example.org", name: "Khalid" };
const seat = (number: number, name: string, amount: number) => ({
  enrollmentId: `enr_${number}`,
  student: { _id: `stu_${number}`, name },
  course: { _id: "crs_1", title: "Letters" },
  progress: { done: number, total: 8 },
  joinedAt: "2027-03-03T10:00:00.000Z",
  amount,
  refundable: amount,
});
const both = [seat(3, "Layla Osman", 49.5), seat(0, "Hamza Iqbal", 0)];
const base = "GET /enrollment/teacher/students";
const page = (students: object[], more: object = {}) =>
  success({ students, total: students.length, page: 1, pages: 1, ...more });

beforeEach(() => {
  history.replaceState(null, "", "/dashboard?tab=students");
  signInAs(profile);
});

const show = (person = profile) =>
  render(
    <Modals profile={person} user={account}>
      {(dashboard) => <Students profile={person} {...dashboard} />}
    </Modals>,
  );

describe("the students tab", () => {
  it("shows a table with progress, enrollment date and actions", async () => {
    answer({ [base]: page(both) });
    show();
    const table = await screen.findByRole("table");
    const heads = within(table).getAllByRole("columnheader");
    expect(heads.map(({ textContent }) => textContent?.replace(/[↑↓]/, ""))).toEqual([
      "Student",
      "Course",
      "Progress",
      "Joined",
      "Actions",
    ]);
    expect(screen.getByRole("progressbar", { name: "3 of 8 classes" })).toBeDefined();
    expect(screen.getByText("3 of 8 classes · 38%")).toBeDefined();
    expect(screen.getAllByText("Mar 3, 2027")).toHaveLength(2);
    expect(screen.getByRole("link", { name: "Message Layla Osman" }).getAttribute("href")).toBe(
      "/dashboard/messages?to=stu_3",
    );
    expect(
      screen.getByRole("link", { name: "View Layla Osman", hidden: true }).getAttribute("href"),
    ).toBe("/students/stu_3");
  });

  it("says that nobody has enrolled yet", async () => {
    answer({ [base]: page([]) });
    show({ ...profile, studentsCount: 0 });
    expect(await screen.findByText("No Students Yet")).toBeDefined();
    expect(screen.queryByRole("link", { name: "Export CSV" })).toBeNull();
  });

  it("is sorted, searched and paginated by the server, and the URL shows how", async () => {
    const calls = answer({
      [base]: page(both, { total: 45, pages: 3 }),
      [`${base}?sort=student&order=asc`]: page(both, { total: 45, pages: 3 }),
      [`${base}?sort=student&order=desc`]: page(both, { total: 45, pages: 3 }),
      [`${base}?sort=student&order=desc&page=2`]: page(both, { total: 45, page: 2, pages: 3 }),
      [`${base}?search=layla&sort=student&order=desc`]: page([seat(3, "Layla Osman", 0)]),
    });
    const user = show();
    const head = (name: string) => screen.findByRole("button", { name: new RegExp(`^${name}`) });
    const sorted = (name: string) =>
      screen.getByRole("columnheader", { name: new RegExp(`^${name}`) }).getAttribute("aria-sort");
    await user.click(await head("Student"));
    expect(sorted("Student")).toBe("ascending");
    await user.click(await head("Student"));
    expect(sorted("Student")).toBe("descending");
    await user.click(await screen.findByRole("button", { name: "Page 2" }));
    expect(location.search).toBe("?tab=students&sort=student&order=desc&page=2");
    await user.type(screen.getByLabelText("Search students"), "layla");
    await waitFor(() =>
      expect(calls.at(-1)?.name).toBe(`${base}?search=layla&sort=student&order=desc`),
    );
    await waitFor(() => expect(screen.queryByText("Hamza Iqbal")).toBeNull());
    expect(location.search).toBe("?tab=students&sort=student&order=desc&search=layla");
    expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toBe(
      "/dashboard/students.csv?search=layla&sort=student&order=desc",
    );
  });

  it("can be reloaded when it could not be read", async () => {
    answer({ [base]: failure(400, "Not now") });
    const user = show();
    expect(await screen.findByText("Not now")).toBeDefined();
    answer({ [base]: page(both) });
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("table")).toBeDefined();
  });
});

describe("removing a student on the students tab", () => {
  // In a menu, which jsdom can't open.
  const remove = (name: string) =>
    screen.findByRole("button", { name: `Remove ${name} from Letters`, hidden: true });

  it("asks for confirmation, names the amount, and refunds it", async () => {
    let students = both;
    const calls = answer({
      [base]: () => page(students),
      "POST /enrollment/enr_3/refund": () => {
        students = both.slice(1);
        return success({ status: "refunded" });
      },
      "GET /users/authUser/usr_1": success(profile),
    });
    const user = show();
    await user.click(await remove("Layla Osman"));
    const dialog = screen.getByRole("dialog", { name: "Remove this student?" });
    expect(dialog.textContent).toContain("$49.50 will be refunded");
    expect(calls.some(({ name }) => name.startsWith("POST"))).toBe(false);
    await user.click(screen.getByRole("button", { name: "Remove and refund" }));
    expect(await screen.findByText("Student removed and refunded.")).toBeDefined();
    await waitFor(() => expect(screen.queryByText("Layla Osman")).toBeNull());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is not possible while a refund is blocked, and links to the explanation", async () => {
    answer({ [base]: page([{ ...seat(3, "Layla Osman", 49.5), refundable: 0 }]) });
    const user = show();
    await user.click(await remove("Layla Osman"));
    expect(screen.getByRole("dialog").textContent).toContain("can't be removed");
    expect(screen.queryByRole("button", { name: /^Remove( and Refund)?$/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Open earnings" }).getAttribute("href")).toBe(
      "/dashboard/earnings",
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("from a free course refunds nothing, and reports errors", async () => {
    answer({ [base]: page(both), "POST /enrollment/enr_0/refund": { status: 400, text: "{}" } });
    const user = show();
    await user.click(await remove("Hamza Iqbal"));
    expect(screen.getByRole("dialog").textContent).toContain("nothing to refund");
    await user.click(screen.getByRole("button", { name: "Remove" }));
    expect(
      await screen.findByText("Failed to remove the student. Please try again."),
    ).toBeDefined();
  });
});
