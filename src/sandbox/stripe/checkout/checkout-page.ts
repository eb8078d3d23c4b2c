import { Hono } from "hono";
import { html } from "hono/html";
import type { Stripe } from "stripe";
import type { SandboxDeps } from "../../deps.ts";
import type { Markup } from "../../page.ts";
import type { StripeContext } from "../context.ts";
import { hostedPage, hostedPageHeaders } from "../hosted-page.ts";
import { StripeError } from "../http/errors.ts";
import { money } from "../money.ts";
import { paySession } from "./payments.ts";
import { getSession, successUrl } from "./sessions.ts";

type Session = Stripe.Checkout.Session;

/** The hosted payment page, at the URL of a session. */
export function checkoutPages({ state }: SandboxDeps, stripe: StripeContext): Hono {
  const load = (id: string) => state.transaction(() => getSession(stripe, id));
  const pages = new Hono();
  pages.use("/checkout/*", hostedPageHeaders());

  pages.get("/checkout/:id", (c) => {
    const session = load(c.req.param("id"));
    if (session.status === "expired") return c.html(expiredPage(session), 410);
    if (session.status === "complete") return c.html(paidPage(session));
    return c.html(paymentPage(stripe, session));
  });

  pages.post("/checkout/:id/pay", async (c) => {
    const { card } = await c.req.parseBody();
    const number = typeof card === "string" ? card : "";
    const outcome = state.transaction(() => paySession(stripe, c.req.param("id"), number));
    switch (outcome.kind) {
      case "paid":
        return c.redirect(successUrl(outcome.session), 303);
      case "expired":
        return c.html(expiredPage(outcome.session), 410);
      case "declined":
        return c.html(paymentPage(stripe, outcome.session, outcome.message), 402);
    }
  });

  pages.post("/checkout/:id/cancel", (c) => {
    const session = load(c.req.param("id"));
    const page = `/checkout/${session.id}`;
    return c.redirect(session.cancel_url ?? page, 303);
  });

  pages.onError((error, c) => {
    if (!(error instanceof StripeError) || error.status !== 404) throw error;
    return c.html(missingPage(), 404);
  });
  return pages;
}

function paymentPage({ store }: StripeContext, session: Session, problem?: string): Markup {
  const items = store.plans.get(session.id)?.lineItems ?? [];
  const total = money(session.amount_total, session.currency);
  return hostedPage(
    "Demo payment page",
    html`<h1>${items.map((item) => item.description).join(", ")}</h1>
      <p class="amount">${total}</p>
      ${session.customer_email ? html`<p>For ${session.customer_email}</p>` : ""}
      ${problem ? html`<p class="problem" role="alert" id="problem">${problem}</p>` : ""}
      <form method="post" action="/checkout/${session.id}/pay">
        <label for="card">Card number</label>
        <input id="card" name="card" required inputmode="numeric" autocomplete="off"
          aria-describedby="${problem ? "problem hint" : "hint"}"${problem ? html` aria-invalid="true"` : ""}>
        <p id="hint">4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>
        <button>${session.mode === "subscription" ? `Subscribe for ${total}` : `Pay ${total}`}</button>
      </form>
      ${
        session.cancel_url
          ? html`<form method="post" action="/checkout/${session.id}/cancel">
              <button class="quiet">Cancel and go back</button>
            </form>`
          : ""
      }`,
  );
}

function paidPage(session: Session): Markup {
  return hostedPage(
    "Demo payment page",
    html`<h1>This payment is complete</h1>
      <p class="amount">${money(session.amount_total, session.currency)}</p>
      <p><a href="${successUrl(session)}">Continue</a></p>`,
  );
}

function expiredPage(session: Session): Markup {
  return hostedPage(
    "Demo payment page",
    html`<h1>This payment page has expired</h1>
      <p>Nothing was charged.</p>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Go back</a></p>` : ""}`,
  );
}

function missingPage(): Markup {
  return hostedPage(
    "Demo payment page",
    html`<h1>Payment not found</h1><p>The address may be incomplete.</p>`,
  );
}
