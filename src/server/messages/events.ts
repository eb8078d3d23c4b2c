/** News of a person's conversations as server-sent events. */
import type { Context as HonoContext } from "hono";
import { streamSSE } from "hono/streaming";
import { AppError } from "#lib/errors.ts";
import type { LiveEvent } from "#lib/messages.ts";
import { findSession } from "../accounts/session-cookie.ts";
import { requireProfile } from "../actor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";

/** Below what proxies and our own listener take for a dead connection. */
const heartbeatMs = 20_000;

/**
 * A stream that says `ready` once no news can be missed any more, then each event as JSON. It
 * ends with the session; browsers ask again by themselves. What came before `ready`, and what was
 * lost with a connection, is fetched by message number.
 * @throws AppError `unauthenticated` without a live session, `forbidden` without a profile.
 */
export async function streamEvents(context: Context, c: HonoContext<AppEnv>): Promise<Response> {
  const cookie = c.req.header("cookie");
  const actor = await findSession(context, cookie);
  if (!actor) throw new AppError("unauthenticated", "Authentication required");
  const { profile } = requireProfile(actor);
  const { live } = context;
  // Compression would keep events back until there are enough of them.
  c.header("Cache-Control", "no-store, no-transform");
  c.header("X-Accel-Buffering", "no");
  return streamSSE(c, async (stream) => {
    const over = Promise.withResolvers<void>();
    const send = (event: LiveEvent) => {
      void stream.writeSSE({ data: JSON.stringify(event) }).catch(() => over.resolve());
    };
    stream.onAbort(() => over.resolve());
    live.stopped.addEventListener("abort", () => over.resolve(), { once: true });
    const unsubscribe = await live.subscribe(profile.id, send);
    const beat = setInterval(async () => {
      try {
        // The session may have ended elsewhere.
        if (!(await findSession(context, cookie))) return over.resolve();
        await stream.writeSSE({ event: "beat", data: "" });
      } catch {
        over.resolve();
      }
    }, heartbeatMs);
    try {
      await stream.writeSSE({ event: "ready", data: "", retry: 3_000 });
      await over.promise;
    } finally {
      clearInterval(beat);
      unsubscribe();
    }
  });
}
