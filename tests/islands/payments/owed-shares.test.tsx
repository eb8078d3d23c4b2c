import { beforeEach, expect, it } from "vitest";
import OwedShares from "#islands/payments/staff/OwedShares.tsx";
import type { OwedShareRow } from "#lib/payments/owed-shares.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";
import "../support/dialogs.ts";

beforeEach(() => signInAs({}));

const row: OwedShareRow = {
  ...{ _id: "prf_1", userId: "usr_1", name: "Sumayya Ansari", share: 18, paid: 12, owed: 6 },
  suspension: null,
  ...{ email: "sumayya@example.org", country: "IN", isSanctioned: false },
};
const list = (shown: OwedShareRow) =>
  success({ rows: [shown], total: 1, page: 1, pages: 1, limit: 25 });

it("a bookkeeper voids a payout that was recorded by mistake, with a reason", async () => {
  const payout = { _id: "spo_1", amount: 12, reference: "Wire 7", at: "2026-11-24T10:00:00.000Z" };
  const message = "This payout has already been voided.";
  const calls = answer({
    "GET /staff/payouts": list(row),
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

it("a bookkeeper sees that a teacher is suspended, and confirms a payout to them", async () => {
  const since = "2026-11-20T10:00:00.000Z";
  const suspension = { since, until: "2027-02-10T00:00:00.000Z" };
  const calls = answer({
    "GET /staff/payouts": list({ ...row, suspension }),
    "POST /staff/payouts/prf_1/paid": success(row),
  });
  const user = render(<OwedShares />);
  await user.click(await screen.findByRole("button", { name: "Mark as paid: Sumayya Ansari" }));
  expect(screen.getByText(/^Suspended until Feb (9|10), 2027$/)).toBeDefined();
  expect(screen.getByText(/^This teacher is suspended until Feb (9|10), 2027/)).toBeDefined();
  await user.type(screen.getByLabelText("Reference"), "Wire 8");
  const record = screen.getByRole("button", { name: "Record the payout" });
  await user.click(record);
  const confirmation = screen.getByRole("checkbox", {
    name: "Record a payout to a suspended teacher",
    description: "Please confirm that you want to record a payout to a suspended teacher.",
  });
  expect(calls.some(({ name }) => name.startsWith("POST"))).toBe(false);
  await user.click(confirmation);
  await user.click(record);
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({
        name: "POST /staff/payouts/prf_1/paid",
        body: { amount: 6, reference: "Wire 8", seenSuspension: since },
      }),
    ),
  );
});

it("a payout to a teacher who isn't suspended needs no confirmation", async () => {
  answer({ "GET /staff/payouts": list(row) });
  const user = render(<OwedShares />);
  await user.click(await screen.findByRole("button", { name: "Mark as paid: Sumayya Ansari" }));
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("a payout to a country under sanctions can't be recorded, and an earlier one can be voided", async () => {
  answer({ "GET /staff/payouts": list({ ...row, country: "IR", isSanctioned: true }) });
  render(<OwedShares />);
  expect(await screen.findByText("Under sanctions")).toBeDefined();
  expect(screen.getByText("Sanctions prohibit payouts")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Mark as paid/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Void a payout to Sumayya Ansari" })).toBeDefined();
});
