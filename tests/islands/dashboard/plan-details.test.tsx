import { fireEvent } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PlanDetails } from "#islands/dashboard/settings/plan/PlanDetails.tsx";
import { UpgradeNote } from "#islands/plans/shared/UpgradeNote.tsx";
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import "../support/dialogs.ts";
import { freePlan } from "../../support/payments/plans.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

vi.mock("#lib/client/navigation.ts");
const { goTo } = await import("#lib/client/navigation.ts");

const premium: OwnPlan = {
  plan: "premium",
  status: "active",
  until: "2027-03-29T12:00:00.000Z",
  renews: true,
  disputed: false,
  included: false,
  interval: "month",
  annotations: null,
  collections: true,
  wordStudy: true,
  loops: true,
};
const noInvoices = { "GET /plans/me/invoices": success({ invoices: [] }) };

type Reply = ReturnType<typeof failure> | ReturnType<typeof success>;

function show(plan: OwnPlan, answers: Parameters<typeof answer>[0] = {}) {
  const calls = answer({ "GET /plans/me": success(plan), ...noInvoices, ...answers });
  const onDone = vi.fn();
  render(<PlanDetails onDone={onDone} />);
  return { calls, onDone };
}

beforeEach(() => {
  signInAs({ _id: "prf_1", role: "student", name: "Maryam Ali", country: "Egypt" });
});

describe("the plan in the settings", () => {
  it("shows the limits of the free plan and where to find the plans", async () => {
    show(freePlan);
    expect(await screen.findByText(/^Up to 20 highlights and notes in total/)).toBeDefined();
    expect(screen.getByRole("link", { name: "See the plans" }).getAttribute("href")).toBe(
      "/quran/plans",
    );
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says that the plan is included for a teacher, with nothing to buy or cancel", async () => {
    show({ ...premium, status: "included", included: true, interval: null, until: null });
    expect(await screen.findByText(/Included, because you teach/)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it.each([
    [{ status: "trialing" as const }, /Free trial until/],
    [{ renews: false }, /Canceled\. Ends on/],
    [{ status: "past_due" as const }, /The last payment was declined\. Premium continues until/],
    [{ status: "unpaid" as const, until: null }, /so Premium has stopped/],
    [{ included: true }, /you don't need the subscription/],
  ])("describes the state %o", async (change, text) => {
    show({ ...premium, ...change });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it("says why a subscription with a disputed payment can't be continued", async () => {
    show({ ...premium, renews: false, disputed: true });
    expect(await screen.findByText(/was disputed with your bank/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Manage subscription" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Continue subscription" })).toBeNull();
  });

  it("lists invoices with the refunded amounts", async () => {
    const invoice = {
      _id: "in_1",
      number: "AB-0001",
      status: "paid",
      amount: 6,
      refunded: 1,
      issuedAt: "2027-02-28T12:00:00.000Z",
      periodStart: "2027-02-28T12:00:00.000Z",
      periodEnd: "2027-03-29T12:00:00.000Z",
      url: "https://pay.example/in_1",
    };
    show(premium, { "GET /plans/me/invoices": success({ invoices: [invoice] }) });
    expect(await screen.findByText("$1.00 refunded")).toBeDefined();
    expect(screen.getByRole("link", { name: "View invoice AB-0001" })).toBeDefined();
  });

  it("asks for confirmation before canceling, and shows why canceling failed", async () => {
    const refused = failure(503, "The payment provider isn't responding.");
    let reply: Reply = refused;
    const { onDone } = show(premium, { "PUT /plans/me/renewal": () => reply });
    fireEvent.click(await screen.findByRole("button", { name: "Cancel subscription" }));
    expect(screen.getByText(/You'll keep Premium until/)).toBeDefined();
    const confirm = () => screen.getAllByRole("button", { name: "Cancel subscription" }).at(-1);
    fireEvent.click(confirm() as HTMLElement);
    expect(await screen.findByText("The payment provider isn't responding.")).toBeDefined();
    reply = success({ ...premium, renews: false });
    fireEvent.click(confirm() as HTMLElement);
    expect(await screen.findByText(/Canceled\. Ends on/)).toBeDefined();
    expect(onDone).toHaveBeenCalledWith("Your subscription is canceled.");
    expect(screen.getByRole("button", { name: "Continue subscription" })).toBeDefined();
  });

  it("opens the provider's page", async () => {
    show(premium, { "POST /plans/portal": success({ portalUrl: "https://pay.example/portal" }) });
    fireEvent.click(await screen.findByRole("button", { name: "Manage subscription" }));
    await vi.waitFor(() => expect(goTo).toHaveBeenCalledWith("https://pay.example/portal"));
  });
});

describe("a note at a limit", () => {
  it("names the limit and leads to the plans", () => {
    render(<UpgradeNote feature="annotations" />);
    expect(
      screen.getByText("You've reached the free plan's limit of 20 highlights and notes."),
    ).toBeDefined();
    expect(screen.getByRole("link", { name: "See what Premium includes" })).toBeDefined();
  });
});
