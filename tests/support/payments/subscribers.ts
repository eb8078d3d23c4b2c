/** People who subscribe to the premium plan through the sandbox, for tests. */
import type { Answer } from "../app.ts";
import type { Market } from "../market.ts";
import type { Person } from "../people.ts";

/** A card that can be saved, but whose charges are declined. */
export const decliningCard = "4000000000000341";

/** The calls and pages that a subscriber uses, and the provider's clock. */
export function openPlans(market: Market) {
  const send = (path: string, body?: object) =>
    fetch(`${market.sandboxUrl}${path}`, {
      method: "POST",
      redirect: "manual",
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  const planOf = async ({ token }: Pick<Person, "token">) =>
    (await market.call("GET", "/api/plans/me", { token })).body.data;
  const checkOut = (person: Pick<Person, "token">, interval = "month"): Promise<Answer> =>
    market.call("POST", "/api/plans/checkout", { token: person.token, body: { interval } });

  return {
    planOf,
    checkOut,
    /** Subscribes and returns from the provider's page. */
    async subscribe(person: Pick<Person, "token">, { interval = "month", card = "" } = {}) {
      const { status, body } = await checkOut(person, interval);
      if (status !== 200) throw new Error(`The checkout answered ${status}: ${body.message}`);
      const back = await market.pay(body.data.checkoutUrl, card || undefined);
      await market.call("GET", back);
    },
    /** Advances the provider's clock. No webhook reaches the app on its own. */
    async advance(days: number): Promise<void> {
      const answer = await send("/clock", { days });
      if (!answer.ok) throw new Error(`The clock wasn't advanced: ${await answer.text()}`);
    },
    /** Presses a button of the provider's portal. */
    async usePortal(person: Pick<Person, "token">, action: string, card = ""): Promise<number> {
      const { body } = await market.call("POST", "/api/plans/portal", { token: person.token });
      const page = new URL(body.data.portalUrl).pathname;
      const [subscription] = await subscriptionsOf(person);
      const answer = await fetch(`${market.sandboxUrl}${page}/${action}`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ subscription: subscription?.id ?? "", card }),
      });
      return answer.status;
    },
    subscriptionsOf,
  };

  /** The person's subscriptions at the provider, newest first. */
  async function subscriptionsOf({ token }: Pick<Person, "token">) {
    const { body } = await market.call("GET", "/api/users/me/export", { token });
    const own = body.account?.id ?? body.data?.account?.id;
    const { subscriptions } = await market.ledger();
    return subscriptions.filter(({ metadata }) => metadata.userId === own).toReversed();
  }
}
