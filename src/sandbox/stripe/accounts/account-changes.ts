// Changes to a connected account after its setup.
import type { Stripe } from "stripe";
import type { StripeContext } from "../context.ts";
import { StripeError } from "../http/errors.ts";
import { nowInSeconds } from "../ids.ts";
import { find } from "../store.ts";
import { requirements } from "./account-shape.ts";

/**
 * Stripe requires more information. Until it is provided, the account can't take payments or pay
 * out.
 */
export function restrictAccount({ store, emit }: StripeContext, id: string): void {
  const account = find(store.accounts, "account", id, "account");
  const changed: Stripe.Account = {
    ...account,
    capabilities: Object.fromEntries(
      Object.keys(account.capabilities ?? {}).map((name) => [name, "inactive"]),
    ),
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements(["individual.verification.document"]),
  };
  store.accounts.put(id, changed);
  emit({ type: "account.updated", object: changed, before: account, account: id });
}

/** The owner disconnects the account from the platform. */
export function disconnectAccount({ store, emit }: StripeContext, id: string): void {
  find(store.accounts, "account", id, "account");
  if (store.disconnected.get(id)) return;
  store.disconnected.put(id, { at: nowInSeconds() });
  const application = { id: "ca_sandbox", object: "application", name: "Halaqa" };
  emit({ type: "account.application.deauthorized", object: application, account: id });
}

export function isConnected({ store }: StripeContext, id: string): boolean {
  return store.accounts.get(id) !== undefined && store.disconnected.get(id) === undefined;
}

/** The account, or Stripe's error if it isn't, or is no longer, connected to the platform. */
export function findConnected(stripe: StripeContext, id: string): Stripe.Account {
  if (stripe.store.disconnected.get(id)) throw noAccess(id, { executed: true });
  return find(stripe.store.accounts, "account", id, "account");
}

export function noAccess(id: string, { executed = false } = {}): StripeError {
  return new StripeError(
    403,
    `The provided key 'sk_test_********' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid", executed },
  );
}
