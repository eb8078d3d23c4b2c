/** A person's conversation events as server-sent events. */
import type { Context as HonoContext } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { LiveEvent } from "#lib/messages/messages.responses.ts";
import { getTexts } from "#translations/translate.ts";
import { findSessionActor } from "../../accounts/sessions/session-actor.ts";
import { findSession } from "../../accounts/sessions/session-cookie.ts";
import { type ProfiledActor, requireProfile } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { maxStreamsPerAddress } from "../../http/event-stream.ts";
import { messageStreams } from "../../monitoring/metrics.ts";

const t = getTexts("messages");

/** Shorter than the idle timeouts of proxies and of our own listener. */
const heartbeatMs = 20_000;
/** The tabs of a browser share one stream, so nobody needs more than this. */
export const streamsPerPerson = 20;
/**
 * Events queued for a slow connection before it is closed. The browser fetches missed events later.
 */
export const maxBacklog = 100;

/**
 * Sends `ready` once no event can be missed, then each event as JSON. The stream ends with the
 * session. Browsers reconnect automatically, and fetch by message number what they missed before
 * `ready` or while disconnected.
 *
 * @throws AppError `unauthenticated` without an active session, `forbidden` without a profile,
 * `rate_limited` with too many open streams of the person or the client address.
 */
export async function streamEvents(context: Context, c: HonoContext<AppEnv>): Promise<Response> {
  const found = await findSession(context, c.req.header("cookie"));
  if (!found) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  const actor = requireProfile(found);
  const address = c.var.clientAddress;
  if (hasTooMany(context, actor.profile.id, address)) {
    throw new AppError("rate_limited", t("server.tooManyStreams"), { retryAfter: 30 });
  }
  // The router answers HEAD with this handler and discards the body. Nobody would close the stream.
  const response =
    c.req.method === "HEAD"
      ? c.body(null, 200, { "Content-Type": "text/event-stream" })
      : streamSSE(c, (stream) => streamUntilClosed(context, actor, address, stream));
  // On the response, because Hono sets its own value. Compression would delay events by buffering them.
  response.headers.set("Cache-Control", "no-store, no-transform");
  response.headers.set("X-Accel-Buffering", "no");
  return response;
}

function hasTooMany({ live, config }: Context, profileId: string, address: string): boolean {
  return (
    live.countStreams(profileId) >= streamsPerPerson ||
    live.countStreamsFrom(address) >= maxStreamsPerAddress(config)
  );
}

/** Resolves when the browser disconnects, the session ends or the server stops. */
export async function streamUntilClosed(
  context: Context,
  { profile, sessionId }: ProfiledActor,
  address: string,
  stream: Pick<SSEStreamingApi, "writeSSE" | "onAbort">,
): Promise<void> {
  const { live, db } = context;
  const over = Promise.withResolvers<void>();
  const end = () => over.resolve();
  let backlog = 0;
  const deliver = (event: LiveEvent) => {
    backlog += 1;
    if (backlog > maxBacklog) return end();
    stream.writeSSE({ data: JSON.stringify(event) }).then(() => {
      backlog -= 1;
    }, end);
  };
  const beat = async () => {
    // The session may have ended elsewhere. The check uses the session's ID because its cookie
    // changes.
    if (!(await findSessionActor(db, sessionId))) return end();
    await stream.writeSSE({ event: "beat", data: "" });
  };
  stream.onAbort(end);
  live.stopped.addEventListener("abort", end, { once: true });
  const heartbeat = setInterval(() => void beat().catch(end), heartbeatMs);
  messageStreams.inc();
  const subscribed = live.subscribe({ profileId: profile.id, sessionId, address, deliver, end });
  try {
    await Promise.race([subscribed, over.promise]);
    await stream.writeSSE({ event: "ready", data: "", retry: 3_000 });
    await over.promise;
  } finally {
    messageStreams.dec();
    clearInterval(heartbeat);
    live.stopped.removeEventListener("abort", end);
    void subscribed.then((unsubscribe) => unsubscribe());
  }
}
