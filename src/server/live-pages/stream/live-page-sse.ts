/** A live page as server-sent events. */
import { randomUUID } from "node:crypto";
import type { Context as HonoContext } from "hono";
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { getTexts } from "#translations/translate.ts";
import { findCaller, readBearer } from "../../accounts/sessions/authenticate.ts";
import { findSession } from "../../accounts/sessions/session-cookie.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { AppEnv } from "../../http/app-env.ts";
import {
  describeEventStream,
  maxStreamsPerAddress,
  openEventStream,
} from "../../http/event-stream.ts";
import { livePageStreams } from "../../monitoring/metrics.ts";
import { findLiveClass, type LiveClass } from "../find-live-class.ts";
import { retryFrame } from "./frames.ts";

const texts = getTexts("livePages");

/** The maximum number of streams of one person, for several tabs and devices. */
export const streamsPerAccount = 10;
/**
 * How many events may wait for a slow client before its stream is closed. The next stream starts
 * with a new snapshot.
 */
export const maxBacklog = 100;

/**
 * Sends the snapshot, then everything that changes. The stream ends with the session and with the
 * viewer's enrollment. Browsers connect again automatically.
 *
 * @throws AppError `unauthenticated`; `not_found` for everyone who isn't in the class;
 * `rate_limited` with too many open streams.
 */
export async function streamLivePage(
  context: Context,
  c: HonoContext<AppEnv>,
  classId: string,
): Promise<Response> {
  const actor = await findViewer(context, c);
  if (!actor) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  if (c.req.method === "HEAD") {
    await findLiveClass(context.db, actor, classId);
    return describeEventStream(c);
  }
  const { livePages } = context;
  const forget = countStream(context, actor, c.var.clientAddress);
  try {
    const watch = await livePages.watch(classId, {
      profileId: actor.profile?.id ?? "",
      sessionId: actor.sessionId,
    });
    try {
      const live = await findLiveClass(context.db, actor, classId);
      if (watch.hasEnded) throw new AppError("not_found", texts("missing"));
      return follow(context, c, { live, actor, forget });
    } finally {
      watch.close();
    }
  } catch (error) {
    forget();
    throw error;
  }
}

/** Browsers send a cookie with event streams. An app in a frame sends a token instead. */
async function findViewer(
  context: Context,
  c: HonoContext<AppEnv>,
): Promise<Actor | undefined | null> {
  return readBearer(c.req.header("authorization")) === undefined
    ? findSession(context, c.req.header("cookie"))
    : findCaller(context, c);
}

function countStream({ livePages, config }: Context, actor: Actor, address: string): () => void {
  const limits = [
    { key: `account ${actor.userId}`, max: streamsPerAccount },
    { key: `address ${address}`, max: maxStreamsPerAddress(config) },
  ];
  if (limits.some(({ key, max }) => livePages.countStreams(key) >= max)) {
    throw new AppError("rate_limited", texts("tooManyStreams"), { retryAfter: 30 });
  }
  return livePages.countStream(limits.map(({ key }) => key));
}

interface Following {
  live: LiveClass;
  actor: Actor;
  /** Called once, when the stream has ended. */
  forget(): void;
}

function follow(
  { livePages }: Context,
  c: HonoContext<AppEnv>,
  { live, actor, forget }: Following,
): Response {
  let unfollow = () => {};
  livePageStreams.inc();
  const { stream, response } = openEventStream(c, {
    maxBacklog,
    onEnd: () => {
      livePageStreams.dec();
      forget();
      unfollow();
    },
  });
  stream.send(retryFrame);
  const { classId, courseId, hostId, viewer, page } = live;
  unfollow = livePages.follow(
    {
      id: randomUUID(),
      classId,
      courseId,
      hostId,
      profileId: viewer.profileId,
      sessionId: actor.sessionId,
      send: stream.send,
      end: stream.end,
    },
    { page, facts: live },
  );
  // The client may have disconnected already.
  if (!stream.isOpen) unfollow();
  return response;
}
