/** Checks the credentials of the app at Zoom, and the scopes that teachers granted it. */
import * as z from "zod";
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice, problem, reasonOf, unchecked } from "./finding.ts";

/** The scopes that the product's calls need. docs/operations.md lists them too. */
export const neededScopes = [
  "user:read:user",
  "meeting:read:list_meetings",
  "meeting:read:meeting",
  "meeting:write:meeting",
  "meeting:update:meeting",
  "meeting:delete:meeting",
] as const;

const refusal = z.looseObject({ error: z.string(), reason: z.string().optional() });

/**
 * @param grantedScopes the scopes of the newest connection, separated by spaces or commas.
 * Undefined if no teacher has connected Zoom.
 */
export async function checkZoom(
  { zoom }: Pick<Config, "zoom">,
  grantedScopes: string | undefined,
): Promise<Finding[]> {
  if (zoom.sandbox) {
    return [notice("The sandbox replaces Zoom. Set ZOOM_CLIENT_ID to create real meetings.")];
  }
  const [credentials, unreachable] = await Promise.all([
    checkCredentials(zoom),
    checkCalls(zoom.apiBase),
  ]);
  return [credentials, ...unreachable, checkScopes(grantedScopes)];
}

/** Any answer, such as that the caller isn't known, shows that meetings can be created there. */
async function checkCalls(apiBase: string): Promise<Finding[]> {
  try {
    await fetch(new URL("/v2/users/me", apiBase), { signal: AbortSignal.timeout(8_000) });
    return [];
  } catch (error) {
    return [problem(`Zoom doesn't respond at ${apiBase}: ${reasonOf(error)}`)];
  }
}

/**
 * Offers a code that doesn't exist. Zoom checks the credentials first, so the kind of refusal shows
 * whether they are right.
 */
async function checkCredentials(zoom: Config["zoom"]): Promise<Finding> {
  const basic = Buffer.from(`${zoom.clientId}:${zoom.clientSecret}`).toString("base64");
  let response: Response;
  try {
    response = await fetch(new URL("/oauth/token", zoom.oauthBase), {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code: "none" }),
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
  } catch (error) {
    return problem(`Zoom doesn't respond at ${zoom.oauthBase}: ${reasonOf(error)}`);
  }
  const { data } = refusal.safeParse(await response.json().catch(() => undefined));
  if (data?.error === "invalid_client") {
    return problem(
      "Zoom doesn't accept ZOOM_CLIENT_ID with ZOOM_CLIENT_SECRET. Copy both from the app's credentials in Zoom's Marketplace.",
    );
  }
  if (data && response.status < 500) return good("Zoom accepts the app's credentials.");
  return unchecked(
    `Zoom's response can't be interpreted (status ${response.status}). Try again later.`,
  );
}

function checkScopes(granted: string | undefined): Finding {
  if (granted === undefined) {
    return unchecked(
      "Zoom names the app's scopes only after a teacher has connected an account. Connect one and repeat this check.",
    );
  }
  const scopes = new Set(granted.split(/[\s,]+/));
  const missing = neededScopes.filter((scope) => !scopes.has(scope));
  if (missing.length === 0) return good("The newest connection has all scopes that are needed.");
  return problem(
    `The app lacks scopes: ${missing.join(", ")}. Add them in Zoom's Marketplace; teachers then have to connect again.`,
  );
}
