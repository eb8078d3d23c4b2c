import { randomInt, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { SandboxConfig } from "../config.ts";
import type { SandboxEnv } from "../faults.ts";
import { type AuthorizationRequest, requestFields } from "./authorization-request.ts";
import { OAuthError, PageError } from "./errors.ts";
import { authorizePage } from "./pages.ts";
import type { ZoomStore } from "./store.ts";
import { issueCode, redeemCode, revokeToken, rotateTokens } from "./tokens.ts";

interface OAuthDeps {
  config: SandboxConfig["zoom"];
  baseUrl: string;
  store: ZoomStore;
}

/** The session cookie that identifies the user, like Zoom's own. */
const SESSION = "zm_session";

export function oauthRoutes({ config, baseUrl, store }: OAuthDeps): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();

  app.get("/oauth/authorize", (c) => {
    const request = readRequest(c.req.query());
    checkRequest(request, config.clientId);
    const known = store.users.get(getCookie(c, SESSION) ?? "");
    return c.html(authorizePage(request, known?.email ?? newAddress()));
  });

  app.post("/oauth/authorize", async (c) => {
    const form = await readForm(c);
    const request = readRequest(form);
    checkRequest(request, config.clientId);
    if (form.decision !== "allow") {
      return c.redirect(answerTo(request, { error: "access_denied" }), 303);
    }
    const email = form.email?.trim() || newAddress();
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw new PageError(400, "Enter the email address of your Zoom account.");
    }
    const user = store.userByEmail(email);
    setCookie(c, SESSION, user.id, { path: "/oauth", httpOnly: true, sameSite: "Lax" });
    const code = issueCode(store, {
      userId: user.id,
      redirectUri: request.redirect_uri,
      ...(request.code_challenge && {
        challenge: {
          value: request.code_challenge,
          method: request.code_challenge_method === "S256" ? "S256" : "plain",
        },
      }),
    });
    return c.redirect(answerTo(request, { code }), 303);
  });

  app.post("/oauth/token", async (c) => {
    requireClient(c, config);
    const form = { ...c.req.query(), ...(await readForm(c)) };
    switch (form.grant_type) {
      case "authorization_code":
        return c.json(
          redeemCode(
            store,
            {
              code: form.code ?? "",
              redirectUri: form.redirect_uri ?? "",
              verifier: form.code_verifier ?? "",
            },
            baseUrl,
          ),
        );
      case "refresh_token":
        return c.json(rotateTokens(store, form.refresh_token ?? "", baseUrl));
      default:
        throw new OAuthError("unsupported_grant_type", "unsupported grant type");
    }
  });

  app.post("/oauth/revoke", async (c) => {
    requireClient(c, config);
    revokeToken(store, (await readForm(c)).token ?? "");
    return c.json({ status: "success" });
  });

  return app;
}

/** A new email address, for people who don't mind which account they use. */
function newAddress(): string {
  return `host.${randomInt(100_000, 1_000_000)}@zoom.test`;
}

function readRequest(from: Record<string, string | undefined>): AuthorizationRequest {
  const entries = requestFields.map((field) => [field, from[field] ?? ""]);
  return Object.fromEntries(entries) as AuthorizationRequest;
}

/** The text fields of a URL-encoded body. */
async function readForm(c: Context): Promise<Record<string, string | undefined>> {
  const entries = Object.entries(await c.req.parseBody());
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** If the client ID or the redirect URL isn't valid, Zoom shows an error instead of redirecting. */
function checkRequest(request: AuthorizationRequest, clientId: string): void {
  const { client_id, response_type, redirect_uri } = request;
  if (client_id !== clientId) throw new PageError(400, `Invalid client_id: ${client_id} (4,700)`);
  if (response_type !== "code") {
    throw new PageError(400, `Invalid response_type: ${response_type} (4,700)`);
  }
  if (!/^https?:\/\/[^\s#]+$/.test(redirect_uri) || !URL.canParse(redirect_uri)) {
    throw new PageError(400, `Invalid redirect url: ${redirect_uri} (4,700)`);
  }
}

function answerTo(request: AuthorizationRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (request.state) url.searchParams.set("state", request.state);
  return url.href;
}

function requireClient(c: Context, { clientId, clientSecret }: SandboxConfig["zoom"]): void {
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
  );
  const given = Buffer.from(c.req.header("authorization") ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new OAuthError("invalid_client", "Invalid client_id or client_secret");
  }
}
