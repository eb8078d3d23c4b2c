import { expect, it } from "vitest";
import { checkoutRequest, isCancelSignature } from "#server/payments/checkout/checkout-request.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const config = { appUrl: "https://halaqa.example", appSecret: "a secret for tests" };

const facts = {
  paymentId: "pay_1",
  enrollmentId: "enr_1",
  courseId: "crs_1",
  courseTitle: "Tajweed",
  studentId: "prf_1",
  studentEmail: "amina@example.org",
  amountCents: 1999,
  feeCents: 200,
  destinationAccountId: "acct_1",
  expiresAt: new Date("2027-01-04T10:30:30Z"),
};

it("the checkout request has the exact cents for the teacher, less the platform's share", () => {
  expect(checkoutRequest(config, facts)).toMatchObject({
    mode: "payment",
    line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 1999 } }],
    payment_intent_data: {
      application_fee_amount: 200,
      transfer_data: { destination: "acct_1" },
    },
    expires_at: Date.parse("2027-01-04T10:30:30Z") / 1000,
  });
});

it("the checkout request names the payment, enrollment, course and student on the session and the charge", () => {
  const request = checkoutRequest(config, facts);
  const ids = { paymentId: "pay_1", enrolmentId: "enr_1", courseId: "crs_1", studentId: "prf_1" };
  expect(request.metadata).toEqual(ids);
  expect(request.payment_intent_data?.metadata).toEqual(ids);
});

it("the checkout request is identical each time it is made", () => {
  const text = () => JSON.stringify(checkoutRequest(config, facts));
  expect(text()).toBe(text());
});

it("the checkout request leaves out a fee of zero, which the provider would reject", () => {
  const { payment_intent_data: data } = checkoutRequest(config, { ...facts, feeCents: 0 });
  expect(data).not.toHaveProperty("application_fee_amount");
});

it("the checkout request leads back to this site, with a cancel link for this payment only", () => {
  const { success_url: success, cancel_url: cancel } = checkoutRequest(config, facts);
  expect(success).toBe(
    "https://halaqa.example/api/enrollment/checkout/return?session_id={CHECKOUT_SESSION_ID}",
  );
  const { searchParams, pathname } = new URL(cancel ?? "");
  expect(pathname).toBe("/api/enrollment/checkout/cancel");
  const signature = searchParams.get("signature") ?? "";
  expect(searchParams.get("payment")).toBe("pay_1");
  expect(isCancelSignature(config, "pay_1", signature)).toBe(true);
  expect(isCancelSignature(config, "pay_2", signature)).toBe(false);
  expect(isCancelSignature({ appSecret: "another" }, "pay_1", signature)).toBe(false);
  expect(isCancelSignature(config, "pay_1", "")).toBe(false);
  const rotated = { appSecret: "another", previousAppSecret: config.appSecret };
  expect(isCancelSignature(rotated, "pay_1", signature)).toBe(true);
  expect(isCancelSignature(rotated, "pay_2", signature)).toBe(false);
});

it("the checkout request leads back to the language of the page", () => {
  const request = runWithLanguage("ar", () => checkoutRequest(config, facts));
  for (const url of [request.success_url, request.cancel_url]) {
    expect(new URL(url ?? "").searchParams.get("language")).toBe("ar");
  }
});
