/** The console's list of payments for Premium. */
import { expect, it } from "vitest";
import PlanPayments from "#islands/plans/staff/PlanPayments.tsx";
import type { PlanPayment } from "#lib/plans/staff-plan-payments.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const disputed: PlanPayment = {
  _id: "in_1",
  number: "HALAQA-0001",
  person: { userId: "usr_1", name: "Musa Omar" },
  at: "2026-11-28T10:00:00.000Z",
  status: "paid",
  amountCents: 6_000,
  refundedCents: 0,
  dispute: "open",
  respondBy: "2026-12-08T10:00:00.000Z",
  isRefundable: false,
  dashboardUrl: "https://dashboard.stripe.com/payments/pi_1",
};
const paid: PlanPayment = {
  ...disputed,
  _id: "in_2",
  number: "HALAQA-0002",
  person: { userId: "usr_2", name: "Amina Yusuf" },
  dispute: null,
  respondBy: null,
  isRefundable: true,
};

it("a disputed payment leads to Stripe, and others can be refunded with a reason", async () => {
  signInAs({});
  answer({
    "GET /staff/payments/premium": success({
      rows: [disputed, paid],
      total: 2,
      page: 1,
      pages: 1,
    }),
    "POST /staff/payments/premium/in_2/refund": failure(409, "This payment was already refunded."),
  });
  const user = render(<PlanPayments mayOpenPeople mayExport />);
  const respond = await screen.findByRole("link", { name: "Respond in Stripe" });
  expect(respond.getAttribute("href")).toBe(disputed.dashboardUrl);
  expect(screen.getByText("Dispute open")).toBeDefined();
  const person = screen.getByRole("link", { name: "Amina Yusuf" });
  expect(person.getAttribute("href")).toBe("/staff/people/usr_2");
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText("Refund $60.00 to Amina Yusuf")).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: /Reason/ }), "Subscribed twice");
  await user.click(screen.getAllByRole("button", { name: "Refund" }).at(-1) as HTMLElement);
  expect(await screen.findByText("This payment was already refunded.")).toBeDefined();
});
