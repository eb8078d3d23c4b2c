import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { SandboxDeps } from "../../deps.ts";
import { disconnectAccount, isConnected, restrictAccount } from "../accounts/account-changes.ts";
import { finishOnboarding } from "../accounts/accounts.ts";
import { failPayout, getBalance, listPayouts } from "../balance/payouts.ts";
import type { StripeContext } from "../context.ts";
import { hostedPage, hostedPageHeaders } from "../hosted-page.ts";
import { StripeError } from "../http/errors.ts";
import { money } from "../money.ts";
import { idOf } from "../store.ts";
import { decide } from "./disputes.ts";

const TITLE = "Demo payment account";

/**
 * The seller's dashboard at the provider, to which login links lead. Its buttons simulate actions
 * of the provider, the owner and the banks.
 */
export function deskPages({ state }: SandboxDeps, stripe: StripeContext): Hono {
  const pages = new Hono();
  pages.use("/express/*", hostedPageHeaders());
  pages.use("/bank/*", hostedPageHeaders());

  pages.get("/express/:id", (c) => {
    const id = c.req.param("id");
    if (!isConnected(stripe, id)) return missing(c);
    return c.html(state.transaction(() => deskPage(stripe, id)));
  });

  const actions = {
    restrict: restrictAccount,
    restore: finishOnboarding,
    disconnect: disconnectAccount,
    "fail-payout": failPayout,
  };
  for (const [name, act] of Object.entries(actions)) {
    pages.post(`/express/:id/${name}`, (c) => {
      const id = c.req.param("id") ?? "";
      if (!isConnected(stripe, id)) return missing(c);
      state.transaction(() => act(stripe, id));
      return c.redirect(`/express/${id}`, 303);
    });
  }
  for (const status of ["won", "lost"] as const) {
    pages.post(`/bank/:id/${status}`, (c) => {
      const dispute = state.transaction(() => decide(stripe, c.req.param("id") ?? "", status));
      return c.redirect(`/express/${sellerOf(stripe, idOf(dispute.charge))}`, 303);
    });
  }
  pages.onError((error, c) => {
    if (!(error instanceof StripeError)) throw error;
    return c.html(hostedPage(TITLE, html`<h1>${error.message}</h1>`), error.status);
  });
  return pages;
}

function sellerOf({ store }: StripeContext, charge: string | null): string | null {
  return idOf(store.charges.get(charge ?? "")?.transfer_data?.destination);
}

function deskPage(stripe: StripeContext, id: string) {
  const { available, pending } = getBalance(stripe, id);
  const payouts = listPayouts(stripe, id, { limit: 10 }).data;
  const disputes = stripe.store.disputes
    .list()
    .filter(({ charge, status }) => isOpen(status) && sellerOf(stripe, idOf(charge)) === id);
  const takesCharges = stripe.store.accounts.get(id)?.charges_enabled;
  return hostedPage(
    TITLE,
    html`<h1>Your balance</h1>
      <p class="amount">${money(available[0]?.amount ?? 0, "usd")}</p>
      <p>and ${money(pending[0]?.amount ?? 0, "usd")} that can be paid out within two days.</p>
      <h2>Payouts</h2>
      ${
        payouts.length === 0
          ? html`<p>None yet.</p>`
          : html`<ul>${payouts.map(({ amount, currency, status }) => html`<li>${money(amount, currency)}, ${status}</li>`)}</ul>
            <form method="post" action="/express/${id}/fail-payout">
              <button class="quiet">The bank returns the latest payout</button>
            </form>`
      }
      ${disputes.map(
        (dispute) => html`<h2>A bank disputes ${money(dispute.amount, dispute.currency)}</h2>
          <form method="post" action="/bank/${dispute.id}/won"><button>The bank decides for the seller</button></form>
          <form method="post" action="/bank/${dispute.id}/lost"><button class="quiet">The bank decides for the student</button></form>`,
      )}
      <h2>Account ${id}</h2>
      <form method="post" action="/express/${id}/${takesCharges ? "restrict" : "restore"}">
        <button class="quiet">${takesCharges ? "Restrict this account" : "Lift the restriction"}</button>
      </form>
      <form method="post" action="/express/${id}/disconnect">
        <button class="quiet">Disconnect it from the platform</button>
      </form>`,
  );
}

function isOpen(status: string): boolean {
  return status !== "won" && status !== "lost" && status !== "warning_closed";
}

function missing(c: Context) {
  return c.html(hostedPage(TITLE, html`<h1>Account not found</h1>`), 404);
}
