// An authenticator app: it stores the secrets of the demo's staff and shows their codes.
import { Hono } from "hono";
import { Secret, TOTP } from "otpauth";
import type { SandboxDeps } from "../deps.ts";

const PERIOD_MS = 30_000;

interface Authenticator {
  /** In base32. */
  secret: string;
  /** The periods whose codes were shown recently. */
  shown: number[];
}

export function authenticatorRoutes({ state }: Pick<SandboxDeps, "state">): Hono {
  const apps = state.collection<Authenticator>("totp.secrets");
  return new Hono()
    .post("/totp", async (c) => {
      const { email, secret } = await c.req.json<{ email: string; secret: string }>();
      apps.put(email.toLowerCase(), { secret, shown: [] });
      return c.json({ email }, 201);
    })
    .get("/totp", (c) => {
      const email = (c.req.query("email") ?? "").toLowerCase();
      const app = apps.get(email);
      if (!app) return c.json({ error: "No staff member of the demo has this address." }, 404);
      const now = Math.floor(Date.now() / PERIOD_MS);
      // A code works once. So that several browsers can sign in at the same time, the codes of the
      // neighboring periods follow, which servers accept because clocks differ.
      const period = [now, now + 1, now - 1].find((each) => !app.shown.includes(each)) ?? now;
      const shown = [...app.shown.filter((each) => each > now - 10), period];
      apps.put(email, { ...app, shown });
      const totp = new TOTP({ secret: Secret.fromBase32(app.secret) });
      return c.json({ code: totp.generate({ timestamp: period * PERIOD_MS }) });
    });
}
