/** Pages of the console about something that doesn't exist. */
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import CasePage from "#islands/cases/staff/CasePage.tsx";
import CourseRecord from "#islands/courses/staff/CourseRecord.tsx";
import LetterPage from "#islands/letters/staff/LetterPage.tsx";
import PaymentRecord from "#islands/payments/staff/PaymentRecord.tsx";
import PersonRecord from "#islands/people/staff/PersonRecord.tsx";
import TeacherReview from "#islands/vetting/staff/TeacherReview.tsx";
import { answer, failure } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const none = "none";
const records: [section: string, record: ReactElement][] = [
  ["people", <PersonRecord key="person" userId={none} mayDecide mayView mayOpenPayments />],
  ["courses", <CourseRecord key="course" courseId={none} mayDecide mayOpenPayments />],
  ["payments", <PaymentRecord key="payment" paymentId={none} mayOpenCourses />],
  ["teachers", <TeacherReview key="teacher" id={none} />],
  ["cases", <CasePage key="case" id={none} userId="usr_1" mayOpenPayments />],
  ["letters", <LetterPage key="letter" id={none} />],
];

it.each(records)(
  "a missing record of %s leads back to the list, without repeating the page's heading",
  async (section, record) => {
    signInAs({});
    answer({ [`GET /staff/${section}/none`]: failure(404, "Not found") });
    render(record);
    const link = await screen.findByRole("link", { name: "Back to the list" });
    expect(link.getAttribute("href")).toBe(`/staff/${section}`);
    expect(screen.queryByText("Not found")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  },
);

it.each(records)(
  "a record of %s that can't be read can be requested again",
  async (section, record) => {
    signInAs({});
    answer({ [`GET /staff/${section}/none`]: failure(403, "Another role is needed.") });
    render(record);
    expect(await screen.findByText("Another role is needed.")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeDefined();
    expect(screen.queryByRole("link", { name: "Back to the list" })).toBeNull();
  },
);
