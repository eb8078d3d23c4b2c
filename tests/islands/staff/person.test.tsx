import { expect, it } from "vitest";
import PersonRecord from "#islands/people/staff/PersonRecord.tsx";
import type { StaffPerson } from "#lib/people/staff-people.responses.ts";
import { answer, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const teacher: StaffPerson = {
  _id: "usr_1",
  name: "Ibrahim Demir",
  email: "ibrahim@example.org",
  role: "teacher",
  staffRole: null,
  joinedAt: "2026-01-10T10:00:00.000Z",
  suspendedUntil: null,
  language: "en",
  profileId: "prf_1",
  country: "Türkiye",
  timeZone: "Europe/Istanbul",
  suspension: null,
  payments: { count: 0, paidCents: 0, refundedCents: 0 },
  premium: null,
  messages: 0,
  enrollments: [],
  courses: [
    { _id: "crs_1", title: "Strong murajaah", status: "archived", students: 3, isHidden: true },
  ],
  affected: { students: 3, classes: 8 },
  sessions: [],
  actions: [],
  latestAction: null,
};

const show = async (mayDecide: boolean) => {
  signInAs({});
  answer({ "GET /staff/people/usr_1": success(teacher) });
  render(<PersonRecord userId="usr_1" mayDecide={mayDecide} mayView mayOpenPayments />);
  await screen.findByText("ibrahim@example.org");
};

it("a teacher's record leads to the review and, in the console, to courses that are hidden", async () => {
  await show(true);
  const pathOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(pathOf("Credentials and review")).toBe("/staff/teachers/prf_1");
  expect(pathOf("Strong murajaah")).toBe("/staff/courses/crs_1");
});

it("a record offers no review to staff who can't decide", async () => {
  await show(false);
  expect(screen.queryByRole("link", { name: "Credentials and review" })).toBeNull();
});
