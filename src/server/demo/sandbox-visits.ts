/** Completes the sandbox's versions of the providers' pages, as people would. */

/** Visa cards of the sandbox, whose payments can be paid out at once, or are disputed. */
export const cards = { available: "4000000000000077", disputed: "4000000000000259" } as const;

/** Completes the onboarding of the payment account with this link. */
export async function completeOnboarding(accountLink: string): Promise<void> {
  await press(`${accountLink}/complete`);
}

/**
 * Pays at the checkout. A checkout opened by an interrupted run contains the sandbox's address at
 * that time, so only its path is used.
 * @param sandbox the sandbox's current origin.
 * @returns the ID of the checkout session.
 */
export async function payByCard(
  checkoutUrl: string,
  sandbox: string,
  card: string = cards.available,
): Promise<string> {
  const checkout = new URL(new URL(checkoutUrl).pathname, sandbox);
  const back = await press(`${checkout.href}/pay`, { card });
  const sessionId = back.searchParams.get("session_id");
  if (!sessionId) throw new Error("The redirect of the checkout has no session ID.");
  return sessionId;
}

/** Returns the account's latest payout, as its bank does. */
export async function failPayout(sandbox: string, account: string): Promise<void> {
  await press(`${sandbox}/express/${account}/fail-payout`);
}

/**
 * Grants access to the Zoom account with this email address. @returns the parameters of the
 * callback.
 */
export async function allowAccess(
  authorizeUrl: string,
  email: string,
): Promise<{ code: string; state: string }> {
  const page = new URL(authorizeUrl);
  const form = { ...Object.fromEntries(page.searchParams), decision: "allow", email };
  const back = await press(`${page.origin}${page.pathname}`, form);
  const code = back.searchParams.get("code");
  const state = back.searchParams.get("state");
  if (!code || !state) throw new Error("The redirect of Zoom has no code.");
  return { code, state };
}

/** Adds the secret to the sandbox's authenticator app. @param sandbox the sandbox's origin. */
export async function storeSecret(sandbox: string, email: string, secret: string): Promise<void> {
  const answer = await fetch(`${sandbox}/totp`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, secret }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`/totp responded with ${answer.status}.`);
}

/** Submits a form. @returns the URL to which the page redirects. */
async function press(url: string, fields: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) {
    throw new Error(`${new URL(url).pathname} responded with ${answer.status}.`);
  }
  return new URL(location, url);
}
