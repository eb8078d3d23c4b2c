// The endpoints of Stripe's API that the product uses.
import type { Hono } from "hono";
import * as z from "zod/mini";
import type { SandboxDeps } from "../deps.ts";
import { findConnected, isConnected } from "./accounts/account-changes.ts";
import {
  createAccountLink,
  createAccountLinkParams,
  createLoginLink,
} from "./accounts/account-links.ts";
import {
  createAccountParams,
  listAccountsParams,
  updateAccountParams,
} from "./accounts/account-params.ts";
import { createAccount, listAccounts, updateAccount } from "./accounts/accounts.ts";
import { getCurrentAccount } from "./accounts/own-account.ts";
import {
  listCharges,
  listChargesParams,
  listPaymentIntents,
  listPaymentIntentsParams,
} from "./balance/payment-intents.ts";
import {
  createPayout,
  createPayoutParams,
  getBalance,
  getPayout,
  listBalanceTransactions,
  listBalanceTransactionsParams,
  listPayouts,
  listPayoutsParams,
} from "./balance/payouts.ts";
import {
  createRefund,
  createRefundParams,
  listRefunds,
  listRefundsParams,
  updateRefund,
  updateRefundParams,
} from "./balance/refunds.ts";
import { createReversal, createReversalParams } from "./balance/reversals.ts";
import {
  deleteCustomer,
  getCustomer,
  listCustomers,
  listCustomersParams,
} from "./billing/customers.ts";
import {
  listInvoicePayments,
  listInvoicePaymentsParams,
  listInvoices,
  listInvoicesParams,
} from "./billing/invoices.ts";
import { createPortalSession, createPortalSessionParams } from "./billing/portal.ts";
import {
  cancelSubscription,
  cancelSubscriptionParams,
  listSubscriptions,
  listSubscriptionsParams,
  updateSubscription,
  updateSubscriptionParams,
} from "./billing/subscriptions.ts";
import { createSessionParams } from "./checkout/session-params.ts";
import {
  createSession,
  expireSession,
  getSession,
  listLineItems,
  listSessions,
  listSessionsParams,
} from "./checkout/sessions.ts";
import type { StripeContext } from "./context.ts";
import {
  decide,
  listDisputes,
  listDisputesParams,
  updateDispute,
  updateDisputeParams,
} from "./disputes/disputes.ts";
import { createFile, createFileParams } from "./disputes/files.ts";
import { createEndpoint } from "./http/endpoint.ts";
import { listPage } from "./http/lists.ts";
import { type ApiEnv, createApi, unknownPath } from "./http/middleware.ts";
import { list, page, text } from "./http/params.ts";
import { find } from "./store.ts";
import {
  deleteEndpoint,
  listEndpoints,
  listEndpointsParams,
  updateEndpoint,
  updateEndpointParams,
} from "./webhook-endpoints.ts";

const nothing = z.strictObject({});
const listEventsParams = z.strictObject({
  ...page,
  type: z.optional(text),
  types: z.optional(list(text)),
});

/** Everything under /v1. */
export function stripeApi(deps: SandboxDeps, stripe: StripeContext): Hono<ApiEnv> {
  const { store } = stripe;
  const endpoint = createEndpoint(deps, stripe);
  const shownEvent = (event: { id: string; pending_webhooks: number }) => ({
    ...event,
    pending_webhooks: deps.webhooks.isPending(event.id) ? 1 : 0,
  });

  return createApi(deps, (account) => isConnected(stripe, account))
    .get(
      "/account",
      endpoint(nothing, (s, { account }) => getCurrentAccount(s, account)),
    )
    .get(
      "/webhook_endpoints",
      endpoint(listEndpointsParams, (_, { input }) => listEndpoints(store, input)),
    )
    .post(
      "/webhook_endpoints/:id",
      endpoint(updateEndpointParams, (_, { id, input }) => updateEndpoint(store, id, input)),
    )
    .delete(
      "/webhook_endpoints/:id",
      endpoint(nothing, (_, { id }) => deleteEndpoint(store, id)),
    )
    .get(
      "/accounts",
      endpoint(listAccountsParams, (s, { input }) => listAccounts(s, input)),
    )
    .post(
      "/accounts",
      endpoint(createAccountParams, (s, { input }) => createAccount(s, input)),
    )
    .get(
      "/accounts/:id",
      endpoint(nothing, (s, { id }) => findConnected(s, id)),
    )
    .post(
      "/accounts/:id",
      endpoint(updateAccountParams, (s, { id, input, cause }) =>
        updateAccount(s, id, input, cause),
      ),
    )
    .post(
      "/accounts/:id/login_links",
      endpoint(nothing, (s, { id }) => createLoginLink(s, id)),
    )
    .post(
      "/account_links",
      endpoint(createAccountLinkParams, (s, { input }) => createAccountLink(s, input)),
    )
    .get(
      "/checkout/sessions",
      endpoint(listSessionsParams, (s, { input }) => listSessions(s, input)),
    )
    .post(
      "/checkout/sessions",
      endpoint(createSessionParams, (s, { input }) => createSession(s, input)),
    )
    .get(
      "/checkout/sessions/:id",
      endpoint(nothing, (s, { id }) => getSession(s, id)),
    )
    .get(
      "/checkout/sessions/:id/line_items",
      endpoint(nothing, (s, { id }) => listLineItems(s, id)),
    )
    .post(
      "/checkout/sessions/:id/expire",
      endpoint(nothing, (s, { id, cause }) => expireSession(s, id, cause)),
    )
    .get(
      "/prices/:id",
      endpoint(nothing, (_, { id }) => find(store.prices, "price", id, "price")),
    )
    .get(
      "/products/:id",
      endpoint(nothing, (_, { id }) => find(store.products, "product", id)),
    )
    .get(
      "/customers",
      endpoint(listCustomersParams, (s, { input }) => listCustomers(s, input)),
    )
    .get(
      "/customers/:id",
      endpoint(nothing, (s, { id }) => getCustomer(s, id)),
    )
    .delete(
      "/customers/:id",
      endpoint(nothing, (s, { id, cause }) => deleteCustomer(s, id, cause)),
    )
    .get(
      "/subscriptions",
      endpoint(listSubscriptionsParams, (s, { input }) => listSubscriptions(s, input)),
    )
    .get(
      "/subscriptions/:id",
      endpoint(nothing, (_, { id }) => find(store.subscriptions, "subscription", id)),
    )
    .post(
      "/subscriptions/:id",
      endpoint(updateSubscriptionParams, (s, { id, input, cause }) =>
        updateSubscription(s, id, input, cause),
      ),
    )
    .delete(
      "/subscriptions/:id",
      endpoint(cancelSubscriptionParams, (s, { id, cause }) => cancelSubscription(s, id, cause)),
    )
    .get(
      "/invoices",
      endpoint(listInvoicesParams, (s, { input }) => listInvoices(s, input)),
    )
    .get(
      "/invoices/:id",
      endpoint(nothing, (_, { id }) => find(store.invoices, "invoice", id)),
    )
    .get(
      "/invoice_payments",
      endpoint(listInvoicePaymentsParams, (s, { input }) => listInvoicePayments(s, input)),
    )
    .post(
      "/billing_portal/sessions",
      endpoint(createPortalSessionParams, (s, { input }) => createPortalSession(s, input)),
    )
    .get(
      "/payment_intents",
      endpoint(listPaymentIntentsParams, (s, { input }) => listPaymentIntents(s, input)),
    )
    .get(
      "/payment_intents/:id",
      endpoint(nothing, (_, { id }) => find(store.paymentIntents, "payment_intent", id, "intent")),
    )
    .get(
      "/charges",
      endpoint(listChargesParams, (s, { input }) => listCharges(s, input)),
    )
    .get(
      "/charges/:id",
      endpoint(nothing, (_, { id }) => find(store.charges, "charge", id)),
    )
    .get(
      "/refunds",
      endpoint(listRefundsParams, (s, { input }) => listRefunds(s, input)),
    )
    .post(
      "/refunds",
      endpoint(createRefundParams, (s, { input, cause }) => createRefund(s, input, cause)),
    )
    .get(
      "/refunds/:id",
      endpoint(nothing, (_, { id }) => find(store.refunds, "refund", id)),
    )
    .post(
      "/refunds/:id",
      endpoint(updateRefundParams, (s, { id, input, cause }) => updateRefund(s, id, input, cause)),
    )
    .get(
      "/transfers/:id",
      endpoint(nothing, (_, { id }) => find(store.transfers, "transfer", id)),
    )
    .post(
      "/transfers/:id/reversals",
      endpoint(createReversalParams, (s, { id, input }) => createReversal(s, id, input)),
    )
    .get(
      "/disputes",
      endpoint(listDisputesParams, (s, { input }) => listDisputes(s, input)),
    )
    .get(
      "/disputes/:id",
      endpoint(nothing, (_, { id }) => find(store.disputes, "dispute", id)),
    )
    .post(
      "/disputes/:id",
      endpoint(updateDisputeParams, (s, { id, input, cause }) =>
        updateDispute(s, id, input, cause),
      ),
    )
    .post(
      "/disputes/:id/close",
      endpoint(nothing, (s, { id, cause }) => decide(s, id, "lost", cause)),
    )
    .post(
      "/files",
      endpoint(createFileParams, (s, { input }) => createFile(s, input)),
    )
    .get(
      "/files/:id",
      endpoint(nothing, (_, { id }) => find(store.files, "file", id, "file")),
    )
    .get(
      "/balance",
      endpoint(nothing, (s, { account }) => getBalance(s, account)),
    )
    .get(
      "/balance_transactions",
      endpoint(listBalanceTransactionsParams, (s, { account, input }) =>
        listBalanceTransactions(s, account, input),
      ),
    )
    .get(
      "/payouts",
      endpoint(listPayoutsParams, (s, { account, input }) => listPayouts(s, account, input)),
    )
    .post(
      "/payouts",
      endpoint(createPayoutParams, (s, { account, input }) => createPayout(s, account, input)),
    )
    .get(
      "/payouts/:id",
      endpoint(nothing, (s, { account, id }) => getPayout(s, account, id)),
    )
    .get(
      "/application_fees/:id",
      endpoint(nothing, (_, { id }) => find(store.applicationFees, "application_fee", id)),
    )
    .get(
      "/balance_transactions/:id",
      endpoint(nothing, (_, { id }) => find(store.balanceTransactions, "balance transaction", id)),
    )
    .get(
      "/events",
      endpoint(listEventsParams, (_, { input }) => {
        const types = input.types ?? (input.type === undefined ? undefined : [input.type]);
        const events = store.events.list().filter((event) => types?.includes(event.type) ?? true);
        return listPage(events.map(shownEvent), input, "/v1/events");
      }),
    )
    .get(
      "/events/:id",
      endpoint(nothing, (_, { id }) => shownEvent(find(store.events, "event", id))),
    )
    .all("*", unknownPath);
}
