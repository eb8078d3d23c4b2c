/** What people do on the providers' own pages, done on those of the sandbox. */

/** A visa that pays in the sandbox, and can be paid out to the teacher from the next midnight on. */
const card = "4000000000000077";

/** Fills in a payment account whose set-up leads to this address. */
export async function completeOnboarding(accountLink: string): Promise<void> {
  await press(`${accountLink}/complete`);
}

/**
 * Pays at the checkout. A checkout that an interrupted run opened names the address that the sandbox
 * had then, so that only the path counts.
 * @param sandbox the sandbox's present origin.
 * @returns the id of the checkout's session.
 */
export async function payByCard(checkoutUrl: string, sandbox: string): Promise<string> {
  const checkout = new URL(new URL(checkoutUrl).pathname, sandbox);
  const back = await press(`${checkout.href}/pay`, { card });
  const sessionId = back.searchParams.get("session_id");
  if (!sessionId) throw new Error("The checkout did not lead back with its session.");
  return sessionId;
}

/** Allows access to the Zoom account of this address. @returns what leads back to the callback. */
export async function allowAccess(
  authorizeUrl: string,
  email: string,
): Promise<{ code: string; state: string }> {
  const page = new URL(authorizeUrl);
  const form = { ...Object.fromEntries(page.searchParams), decision: "allow", email };
  const back = await press(`${page.origin}${page.pathname}`, form);
  const code = back.searchParams.get("code");
  const state = back.searchParams.get("state");
  if (!code || !state) throw new Error("Zoom did not lead back with a code.");
  return { code, state };
}

/** Sends a form of a page. @returns where the page leads then. */
async function press(url: string, fields: Record<string, string> = {}): Promise<URL> {
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) {
    throw new Error(`${new URL(url).pathname} answered ${answer.status}.`);
  }
  return new URL(location, url);
}
