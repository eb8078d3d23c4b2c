import { within } from "@testing-library/react";
import { expect, it } from "vitest";
import StaffTodayView from "#islands/staff/StaffTodayView.tsx";
import type { StaffToday } from "#lib/staff/staff.responses.ts";
import { answer, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const at = "2026-11-28T10:00:00.000Z";
const finding = { _id: "fnd_1", subjectId: "pay_1", details: "ch_1 0 of 4000", at };
const money: NonNullable<StaffToday["money"]> = {
  disputes: [],
  planDisputes: [],
  findings: [
    { ...finding, kind: "refund-not-made" },
    { ...finding, _id: "fnd_2", kind: "of an earlier version", subjectId: "ch_2" },
  ],
  failedPayouts: [
    {
      _id: "po_1",
      amountCents: 12_000,
      currency: "usd",
      failure: "The bank account has been closed.",
      teacherId: "usr_1",
      teacher: "Ibrahim Demir",
      at,
    },
  ],
  lostShares: [],
  failedJobs: { total: 0, jobs: [], mayRetry: false },
};
const people = {
  pendingCases: 3,
  urgentCases: 1,
  newPeople: 4,
  suspended: 1,
  hiddenCourses: 1,
  submittedTeachers: 2,
  unverifiedTeachers: 5,
};

const sanctioned: StaffToday["sanctioned"] = { total: 0, accounts: [] };

type Shown = Pick<StaffToday, "people" | "money"> & Partial<StaffToday>;

const show = (today: Shown) => {
  signInAs({});
  answer({ "GET /staff/today": success({ recoveryCodesLeft: 10, sanctioned, ...today }) });
  render(<StaffTodayView />);
};

it("payment problems are described in plain text, and lead to the payment", async () => {
  show({ people, money });
  const link = await screen.findByRole("link", { name: "Refund not made" });
  expect(link.getAttribute("href")).toBe("/staff/payments/pay_1");
  expect(screen.getByText("of an earlier version")).toBeDefined();
});

it("a returned payout leads to the teacher, for those who may see people", async () => {
  show({ people, money });
  const link = await screen.findByRole("link", { name: "Ibrahim Demir" });
  expect(link.getAttribute("href")).toBe("/staff/people/usr_1");
});

it("a bookkeeper sees the teacher of a returned payout without a link", async () => {
  show({ people: null, money });
  expect(await screen.findByText("Ibrahim Demir")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Ibrahim Demir" })).toBeNull();
});

it("a disputed Premium payment is listed with its deadline, and leads to the payment", async () => {
  const dispute = {
    _id: "in_1",
    userId: "usr_2",
    person: "Musa Omar",
    amountCents: 6_000,
    dueBy: at,
  };
  show({ people: null, money: { ...money, planDisputes: [dispute] } });
  const link = await screen.findByRole("link", { name: "Premium payment" });
  expect(link.getAttribute("href")).toBe("/staff/payments/premium?search=in_1");
  expect(screen.getByText("Musa Omar")).toBeDefined();
  expect(screen.getByText("$60.00")).toBeDefined();
  expect(screen.queryByText("No open disputes")).toBeNull();
});

const failed = {
  total: 2,
  jobs: [{ _id: "job_1", name: "send-mail", at, error: "SmtpError: 421 Try again later" }],
};

it("a site without failed background jobs says so under its own heading", async () => {
  show({ people, money });
  expect(await screen.findByRole("heading", { name: "Background jobs" })).toBeDefined();
  expect(screen.getByText("No background jobs failed")).toBeDefined();
});

it("failed background jobs are listed with their errors, and an owner can retry one", async () => {
  signInAs({});
  const shown: StaffToday = {
    recoveryCodesLeft: 10,
    sanctioned,
    people: null,
    money: { ...money, failedJobs: { ...failed, mayRetry: true } },
  };
  const calls = answer({
    "GET /staff/today": success(shown),
    "POST /staff/today/failed-jobs/job_1/retry": success(null),
  });
  const user = render(<StaffTodayView />);
  expect(await screen.findByText("SmtpError: 421 Try again later")).toBeDefined();
  expect(screen.getByText("1 earlier job isn't shown.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Retry send-mail" }));
  await expect.poll(() => calls.some(({ name }) => name.startsWith("POST"))).toBe(true);
});

it("a bookkeeper sees failed background jobs and can't retry them", async () => {
  show({ people: null, money: { ...money, failedJobs: { ...failed, mayRetry: false } } });
  expect(await screen.findByText("send-mail")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

const account = {
  ...{ _id: "pac_1", teacherId: "usr_5", teacher: "Dariush Amini", country: "IR" },
  ...{ providerAccountId: null, suspendedUntil: null },
};

it("payment accounts in countries under sanctions are listed, and lead to their teachers", async () => {
  const atStripe = {
    ...{ ...account, _id: "pac_2", teacherId: "usr_6", teacher: "Yoel Prado", country: "CU" },
    ...{ providerAccountId: "acct_6", suspendedUntil: "2027-02-10T12:00:00.000Z" },
  };
  show({ people, money: null, sanctioned: { total: 3, accounts: [account, atStripe] } });
  const section = within(
    (await screen.findByText("Payment accounts in countries under sanctions")).closest("section") ??
      document.body,
  );
  const [first, second] = section.getAllByRole("listitem");
  expect(first?.textContent).toBe("Dariush AminiIran · Paid by the platform");
  expect(second?.textContent).toBe(
    "Yoel PradoCuba · Stripe account acct_6Suspended until Feb 10, 2027",
  );
  expect(section.getByText("1 more account isn't shown.")).toBeDefined();
  const link = section.getByRole("link", { name: "Dariush Amini" });
  expect(link.getAttribute("href")).toBe("/staff/people/usr_5");
});

it("a bookkeeper sees payment accounts in countries under sanctions without links to people", async () => {
  show({ people: null, money, sanctioned: { total: 1, accounts: [account] } });
  expect(await screen.findByText("Dariush Amini")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Dariush Amini" })).toBeNull();
});

it("Today says nothing about sanctions while no payment account is under them", async () => {
  show({ people, money });
  await screen.findByRole("link", { name: "Refund not made" });
  expect(screen.queryByText("Payment accounts in countries under sanctions")).toBeNull();
});

it.each([
  [0, /^You have no recovery codes left\./],
  [1, /^You have only 1 recovery code left\./],
  [2, /^You have only 2 recovery codes left\./],
])(
  "a member of staff with %i recovery codes is warned, and led to new ones",
  async (left, text) => {
    show({ people, money: null, recoveryCodesLeft: left });
    expect(await screen.findByText(text)).toBeDefined();
    const link = screen.getByRole("link", { name: "Create new recovery codes" });
    expect(link.getAttribute("href")).toBe("/staff/sign-in");
  },
);

it("a member of staff with enough recovery codes isn't warned", async () => {
  show({ people, money: null, recoveryCodesLeft: 3 });
  expect(await screen.findByText("Cases to decide")).toBeDefined();
  expect(screen.queryByText(/recovery code/)).toBeNull();
});
