import { beforeEach, expect, it } from "vitest";
import OwedShares from "#islands/payments/staff/OwedShares.tsx";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";
import "../support/dialogs.ts";

beforeEach(() => signInAs({}));

const row = {
  ...{ _id: "prf_1", userId: "usr_1", name: "Sumayya Ansari", share: 18, paid: 12, owed: 6 },
  ...{ email: "sumayya@example.org", country: "IN" },
};

it("a bookkeeper voids a payout that was recorded by mistake, with a reason", async () => {
  const payout = { _id: "spo_1", amount: 12, reference: "Wire 7", at: "2026-11-24T10:00:00.000Z" };
  const message = "This payout has already been voided.";
  const calls = answer({
    "GET /staff/payouts": success({ rows: [row], total: 1, page: 1, pages: 1, limit: 25 }),
    "GET /staff/payouts/prf_1/paid": success({ payouts: [payout] }),
    "POST /staff/payouts/prf_1/voided": failure(409, message),
  });
  const user = render(<OwedShares />);
  expect(await screen.findByRole("link", { name: "sumayya@example.org" })).toBeDefined();
  expect(screen.getByText("India")).toBeDefined();
  await user.click(await screen.findByRole("button", { name: "Void a payout to Sumayya Ansari" }));
  // The dialog gives the focus to its first field when it opens, before the payouts are known.
  const choice = screen.getByLabelText("Payout");
  await screen.findByRole("option", { name: "Nov 24, 2026 · $12.00 · Wire 7" });
  await user.selectOptions(choice, "Nov 24, 2026 · $12.00 · Wire 7");
  await user.type(screen.getByLabelText("Reason"), "The bank returned it.");
  await user.click(screen.getByRole("button", { name: "Void a payout" }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ payoutId: "spo_1", reason: "The bank returned it." });
});
