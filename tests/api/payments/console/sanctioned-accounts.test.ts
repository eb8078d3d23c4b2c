/** Payment accounts in countries that were put under sanctions after the accounts were opened. */
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { StaffRole } from "#lib/staff/staff.rules.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { paymentAccounts } from "#server/db/tables/payments.table.ts";
import { staffActions } from "#server/db/tables/staff-actions.table.ts";
import { listOwedShares } from "#server/payments/owed-shares/owed-shares.ts";
import { addCourse } from "../../../support/courses.ts";
import { findSeats } from "../../../support/market.ts";
import { openMarket } from "../../../support/open-market.ts";
import { addStudent, addTeacher, type Person } from "../../../support/people.ts";
import { addStaffPerson } from "../../../support/staff.ts";

const { market } = await openMarket({ PLATFORM_FEE_PERCENT: "10", RATE_LIMIT_FACTOR: "1000" });
const { db } = market.context;

/** A teacher whose payment account was opened while its country was under no sanctions. */
async function addTeacherIn(country: string, openedIn: string): Promise<Person> {
  const teacher = await addTeacher(market.context);
  const answer = await market.call("POST", "/api/connect/accounts/setup", {
    token: teacher.token,
    body: { country: openedIn },
  });
  expect(answer.status).toBe(200);
  await db
    .update(paymentAccounts)
    .set({ country })
    .where(eq(paymentAccounts.teacherId, teacher.profileId));
  return teacher;
}

async function sell(teacher: Person) {
  const courseId = await addCourse(market.context, teacher, { price: 20 });
  const student = await addStudent(market.context);
  const { body } = await market.enroll(student, courseId);
  await market.call("GET", await market.pay(body.data.checkoutUrl));
  await vi.waitFor(async () => {
    const [seat] = await findSeats(market, student, courseId);
    expect(seat?.payment).toBe("paid");
  });
}

const readToday = async (role: StaffRole) => {
  const { token } = await addStaffPerson(market.context, role);
  const { body } = await market.call("GET", "/api/staff/today", { token });
  return body.data.sanctioned;
};

it("no payout to a country under sanctions can be recorded, and the share remains owed", async () => {
  const { token } = await addStaffPerson(market.context, "owner");
  const teacher = await addTeacherIn("IN", "IN");
  await sell(teacher);
  const record = (body: object) =>
    market.call("POST", `/api/staff/payouts/${teacher.profileId}/paid`, { token, body });
  const moveTo = (country: string) =>
    db
      .update(paymentAccounts)
      .set({ country })
      .where(eq(paymentAccounts.teacherId, teacher.profileId));
  const readRow = async () => {
    const { body } = await market.call("GET", "/api/staff/payouts", { token });
    return body.data.rows.find(({ _id }: { _id: string }) => _id === teacher.profileId);
  };
  expect(await readRow()).toMatchObject({ isSanctioned: false });
  await moveTo("IR");
  expect(await readRow()).toMatchObject({ isSanctioned: true, owed: 18 });
  const answer = await record({ amount: 18, reference: "Wire 1" });
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    "Sanctions prohibit paying anyone in this country (Iran), so no payout can be recorded. The amount remains owed.",
  );
  expect(await listOwedShares(db, teacher.profileId)).toMatchObject([
    { paidCents: 0, owedCents: 1_800 },
  ]);
  const isAbout = eq(staffActions.subjectId, teacher.userId);
  expect(await db.$count(staffActions, isAbout)).toBe(0);
  const file = await market.app.request("/api/staff/payouts/export.csv", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await file.text()).toContain('18.00,0.00,18.00,"Yes",""');

  // Teachers who are paid elsewhere from now on can be paid.
  await moveTo("TR");
  expect((await record({ amount: 18, reference: "Wire 1" })).status).toBe(200);
});

it("Today lists the accounts in countries under sanctions for every role, those of teachers who can sell first", async () => {
  const suspended = await addTeacherIn("CU", "GB");
  await db
    .update(users)
    .set({
      suspendedAt: new Date(),
      suspendedUntil: new Date("2099-01-01T00:00:00.000Z"),
      suspendedReason: "Sanctions",
    })
    .where(eq(users.id, suspended.userId));
  const owed = await addTeacherIn("IR", "IN");
  const closed = await addTeacherIn("IR", "IN");
  await db
    .update(paymentAccounts)
    .set({ closedAt: new Date() })
    .where(eq(paymentAccounts.teacherId, closed.profileId));
  await addTeacherIn("TR", "IN");
  for (const role of ["owner", "support", "moderator", "bookkeeper"] as const) {
    expect(await readToday(role), role).toMatchObject({
      total: 2,
      accounts: [
        {
          teacherId: owed.userId,
          country: "IR",
          providerAccountId: null,
          suspendedUntil: null,
        },
        {
          teacherId: suspended.userId,
          country: "CU",
          providerAccountId: expect.stringMatching(/^acct_/),
          suspendedUntil: "2099-01-01T00:00:00.000Z",
        },
      ],
    });
  }
});
