import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { Stripe } from "stripe";
import type { SandboxDeps } from "../../deps.ts";
import type { Markup } from "../../page.ts";
import { cardOf, unknownCardMessage } from "../cards.ts";
import type { StripeContext } from "../context.ts";
import { hostedPage, hostedPageHeaders } from "../hosted-page.ts";
import { money } from "../money.ts";
import type { Invoice, Subscription } from "../store.ts";
import { subscriptionOf } from "./invoices.ts";
import { intervalOf } from "./prices.ts";
import { saveCard } from "./saved-cards.ts";
import { setRenewal } from "./subscription-changes.ts";
import { itemOf } from "./subscription-shape.ts";
import { changePrice, replaceCard } from "./subscriptions.ts";

const TITLE = "Demo billing page";

/** The portal, and the pages of invoices. They are plain HTML and need no script. */
export function billingPages({ state }: SandboxDeps, stripe: StripeContext): Hono {
  const { store } = stripe;
  const pages = new Hono();
  pages.use("/portal/*", hostedPageHeaders());
  pages.use("/invoices/*", hostedPageHeaders());

  pages.get("/portal/:id", (c) => {
    const session = store.portalSessions.get(c.req.param("id"));
    if (!session) return missing(c);
    return c.html(state.transaction(() => portalPage(stripe, session)));
  });

  pages.post("/portal/:id/:action", async (c) => {
    const session = store.portalSessions.get(c.req.param("id"));
    if (!session) return missing(c);
    const { card, subscription: id } = await c.req.parseBody();
    const problem = state.transaction(() => {
      const subscription = store.subscriptions.get(String(id));
      if (subscription?.customer !== session.customer || subscription.status === "canceled") {
        return "This subscription has ended.";
      }
      return act(stripe, subscription, c.req.param("action"), String(card));
    });
    if (problem) return c.html(portalPage(stripe, session, problem), 402);
    return c.redirect(`/portal/${session.id}`, 303);
  });

  pages.get("/invoices/:id", (c) => {
    const invoice = store.invoices.get(c.req.param("id"));
    return invoice ? c.html(invoicePage(invoice)) : missing(c);
  });
  return pages;
}

/** @returns the reason if nothing was changed. */
function act(
  stripe: StripeContext,
  subscription: Subscription,
  action: string,
  card: string,
): string | undefined {
  switch (action) {
    case "cancel":
      if (!subscription.cancel_at_period_end) setRenewal(stripe, subscription, false);
      return undefined;
    case "renew":
      if (subscription.cancel_at_period_end) setRenewal(stripe, subscription, true);
      return undefined;
    case "switch": {
      const { price } = itemOf(subscription);
      const other = stripe.store.prices
        .list()
        .find((each) => each.active && intervalOf(each) !== intervalOf(price));
      return other ? changePrice(stripe, subscription, other) : "There is no other price.";
    }
    case "card": {
      const chosen = cardOf(card);
      if (!chosen) return unknownCardMessage;
      if (chosen.decline !== null && !chosen.canBeSaved) return chosen.decline;
      replaceCard(stripe, subscription, saveCard(stripe.store, card));
      return undefined;
    }
    default:
      return "This action doesn't exist.";
  }
}

function portalPage(
  { store }: StripeContext,
  session: Stripe.BillingPortal.Session,
  problem?: string,
): Markup {
  const all = store.subscriptions.list().filter(({ customer }) => customer === session.customer);
  const invoices = store.invoices.list().filter(({ customer }) => customer === session.customer);
  return hostedPage(
    TITLE,
    html`<h1>Your subscription</h1>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      ${all.map((subscription) => subscriptionSection(session.id, subscription))}
      <h2>Invoices</h2>
      <ul>${invoices.toReversed().map(invoiceLine)}</ul>
      ${session.return_url ? html`<p><a href="${session.return_url}">Back to Halaqa</a></p>` : ""}`,
  );
}

function subscriptionSection(sessionId: string, subscription: Subscription): Markup {
  const { price, current_period_end: end } = itemOf(subscription);
  const interval = intervalOf(price);
  const button = (action: string, label: string, isQuiet = true) =>
    html`<form method="post" action="/portal/${sessionId}/${action}">
      <input type="hidden" name="subscription" value="${subscription.id}">
      <button${isQuiet ? html` class="quiet"` : ""}>${label}</button>
    </form>`;
  const state = describeState(subscription, end);
  if (subscription.status === "canceled") return html`<p>${state}</p>`;
  return html`<section>
    <p class="amount">${money(price.unit_amount, price.currency)} per ${interval}</p>
    <p>${state}</p>
    ${subscription.cancel_at_period_end ? button("renew", "Renew subscription", false) : button("cancel", "Cancel subscription")}
    ${button("switch", interval === "month" ? "Pay yearly" : "Pay monthly")}
    <form method="post" action="/portal/${sessionId}/card">
      <input type="hidden" name="subscription" value="${subscription.id}">
      <label for="card">New card number</label>
      <input id="card" name="card" required inputmode="numeric" autocomplete="off" aria-describedby="hint">
      <p id="hint">4242 4242 4242 4242 pays, 4000 0000 0000 0341 can be saved but is declined.</p>
      <button class="quiet">Save card</button>
    </form>
  </section>`;
}

function describeState({ status, cancel_at }: Subscription, end: number): string {
  if (status === "canceled") return "A former subscription has ended.";
  if (cancel_at !== null) return `It ends on ${dateOf(cancel_at)}.`;
  if (status === "past_due") return "The last payment was declined. Please enter another card.";
  if (status === "trialing") return `The trial ends on ${dateOf(end)}.`;
  return `It renews on ${dateOf(end)}.`;
}

function invoiceLine(invoice: Invoice): Markup {
  const amount = money(invoice.total, invoice.currency);
  return html`<li><a href="/invoices/${invoice.id}">${invoice.number}</a>: ${amount}, ${invoice.status}, ${dateOf(invoice.created)}</li>`;
}

function invoicePage(invoice: Invoice): Markup {
  return hostedPage(
    "Demo invoice",
    html`<h1>Invoice ${invoice.number}</h1>
      <p class="amount">${money(invoice.total, invoice.currency)}</p>
      <p>${invoice.status === "paid" ? "Paid" : "Not paid"}, ${dateOf(invoice.created)}</p>
      <ul>${invoice.lines.data.map(
        (line) => html`<li>${line.description}: ${money(line.amount, line.currency)}</li>`,
      )}</ul>
      <p>Subscription ${subscriptionOf(invoice)}</p>`,
  );
}

function missing(c: Context): Response | Promise<Response> {
  return c.html(
    hostedPage(TITLE, html`<h1>Page not found</h1><p>The address may be incomplete.</p>`),
    404,
  );
}

function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
