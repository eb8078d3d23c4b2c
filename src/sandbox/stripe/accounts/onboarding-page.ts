import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { SandboxDeps } from "../../deps.ts";
import type { StripeContext } from "../context.ts";
import { hostedPage, hostedPageHeaders } from "../hosted-page.ts";
import { nowInSeconds } from "../ids.ts";
import type { AccountLinkRecord } from "../store.ts";
import { finishOnboarding } from "./accounts.ts";

const TITLE = "Demo payment account";

/**
 * The hosted onboarding page, at the URL of an account's latest link. A link works only once. A
 * used or expired link redirects to the platform, which creates a new one.
 */
export function onboardingPages({ state }: SandboxDeps, stripe: StripeContext): Hono {
  const { accountLinks, accounts } = stripe.store;
  const pages = new Hono();
  pages.use("/onboarding/*", hostedPageHeaders());

  pages.get("/onboarding/:id", (c) => {
    const id = c.req.param("id");
    const record = accountLinks.get(id);
    if (!record) return missing(c);
    if (record.used || (!record.visited && record.link.expires_at <= nowInSeconds())) {
      return c.redirect(record.refreshUrl, 303);
    }
    accountLinks.put(id, { ...record, visited: true });
    return c.html(
      hostedPage(
        TITLE,
        html`<h1>Set up your payment account</h1>
          <p>Account ${id}${emailOf(accounts.get(id)?.email)}</p>
          <p>A real provider would now ask for your name, your address and your bank account.</p>
          <form method="post" action="/onboarding/${id}/complete">
            <button>Complete setup</button>
          </form>
          <form method="post" action="/onboarding/${id}/incomplete">
            <button class="quiet">Finish later</button>
          </form>`,
      ),
    );
  });

  const leave = (c: Context, id: string, finish: boolean) => {
    const record = state.transaction((): AccountLinkRecord | undefined => {
      const link = accountLinks.get(id);
      if (!link) return undefined;
      if (finish) finishOnboarding(stripe, id);
      return accountLinks.put(id, { ...link, used: true });
    });
    return record ? c.redirect(record.returnUrl, 303) : missing(c);
  };
  pages.post("/onboarding/:id/complete", (c) => leave(c, c.req.param("id"), true));
  pages.post("/onboarding/:id/incomplete", (c) => leave(c, c.req.param("id"), false));
  return pages;
}

function missing(c: Context) {
  const body = html`<h1>Account not found</h1>
    <p>Go back and start the setup again.</p>`;
  return c.html(hostedPage(TITLE, body), 404);
}

function emailOf(email: string | null | undefined): string {
  return email ? `, ${email}` : "";
}
