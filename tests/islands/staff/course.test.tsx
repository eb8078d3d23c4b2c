import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import CourseRecord from "#islands/courses/staff/CourseRecord.tsx";
import type { StaffCourse } from "#lib/courses/staff-courses.responses.ts";
import { answer, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const course: StaffCourse = {
  _id: "crs_1",
  title: "Strong murajaah",
  status: "draft",
  teacher: { userId: "usr_1", name: "Ibrahim Demir" },
  students: 1,
  maxStudents: 10,
  price: 30,
  hidden: { since: "2026-11-20T10:00:00.000Z", reason: "It sells something else" },
  createdAt: "2026-01-10T10:00:00.000Z",
  isPublic: false,
  canceledAt: null,
  description: "See [this](https://example.org/offer) first.",
  imageUrls: [],
  topics: [],
  objectives: ["Recite with confidence"],
  requirements: [],
  startDate: "2026-12-01",
  endDate: "2027-02-01",
  heldSeats: 2,
  seats: [
    {
      _id: "enr_1",
      student: { userId: "usr_2", name: "Layla Haddad" },
      status: "enrolled",
      amountCents: 3_000,
      at: "2026-11-01T10:00:00.000Z",
    },
  ],
  payments: { count: 1, paidCents: 3_000, refundedCents: 0 },
  cases: [
    {
      _id: "case_1",
      kind: "report",
      subjectKind: "course",
      title: "Report of a course",
      status: "open",
      urgent: false,
      openedAt: "2026-11-19T10:00:00.000Z",
      changedAt: "2026-11-19T10:00:00.000Z",
      about: null,
      assignee: null,
      reports: 2,
      isAppealed: false,
    },
  ],
  actions: [],
};

const show = async (more: Partial<StaffCourse>, mayDecide: boolean) => {
  signInAs({});
  const calls = answer({
    "GET /staff/courses/crs_1": success({ ...course, ...more }),
    "POST /staff/courses/crs_1/show": success(null),
  });
  const user = render(
    <CourseRecord courseId="crs_1" mayDecide={mayDecide} mayOpenPayments={mayDecide} />,
  );
  await screen.findByText("1 of 10 seats taken, 2 held");
  return { user, calls };
};

const pathOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

it("a hidden course's record shows its text with the targets of links, and can show it again", async () => {
  const { user, calls } = await show({}, true);
  expect(screen.getByText("See [this](https://example.org/offer) first.")).toBeDefined();
  expect(screen.getByText("It sells something else")).toBeDefined();
  expect(screen.queryByRole("link", { name: "View public page" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "It was corrected");
  await user.click(dialog.getByRole("button", { name: "Show" }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        name: "POST /staff/courses/crs_1/show",
        body: { reason: "It was corrected", seenSince: course.hidden?.since },
      }),
    ),
  );
});

it("a course's record leads to its teacher, students, cases, payments and public page", async () => {
  await show({ hidden: null, status: "published", isPublic: true }, true);
  expect(pathOf("Ibrahim Demir")).toBe("/staff/people/usr_1");
  expect(pathOf("Layla Haddad")).toBe("/staff/people/usr_2");
  expect(pathOf("Report of a course")).toBe("/staff/cases/case_1");
  expect(pathOf("Payments")).toBe("/staff/payments?search=crs_1");
  expect(pathOf("View public page")).toBe("/courses/crs_1");
});

it("a course's record offers neither hiding nor payments to staff who may do neither", async () => {
  await show({ hidden: null }, false);
  expect(screen.queryByRole("button", { name: "Hide" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Payments" })).toBeNull();
});
