/** Opens the app in Zoom: exchanges a context for a session. */
import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import type { ZoomAppSession } from "#lib/zoom-app/zoom-app.responses.ts";
import type { ZoomAppSessionInput } from "#lib/zoom-app/zoom-app.ts";
import { getTexts } from "#translations/translate.ts";
import { issueAccessToken } from "../accounts/sessions/access-token.ts";
import type { SessionActor } from "../accounts/sessions/session-actor.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { usedAppContexts } from "../db/tables/zoom-app.table.ts";
import { openAppContext, type ZoomAppContext } from "../providers/meetings/zoom/app-context.ts";
import type { Limit } from "../rate-limits.ts";
import { findPlace } from "./find-place.ts";
import { issueTicket, type Ticket } from "./ticket.ts";
import { openLinkedSession } from "./zoom-links.ts";
import { hashZoomUser } from "./zoom-user.ts";

const texts = getTexts("zoomApp");

/** A school may share an address. Each open app needs a session every 14 minutes. */
const openingsByAddress: Limit = {
  name: "zoom-app-ip",
  points: 2_000,
  duration: 10 * 60,
  blocksInMemory: true,
};

/**
 * Exchanges a context for a session of the account to which the Zoom user is linked.
 * @param address the client address.
 * @throws AppError `unauthenticated` if the context was changed, has expired, belongs to another
 * app or was used before; `rate_limited`.
 */
export async function openApp(
  context: Context,
  address: string,
  { context: text, meetingUuids }: ZoomAppSessionInput,
): Promise<ZoomAppSession> {
  await context.limits.consume(openingsByAddress, address);
  const opened = openAppContext(text, context.config.zoom, new Date());
  if (!opened || !(await redeemContext(context, opened))) {
    throw new AppError("unauthenticated", texts("expired"));
  }
  const { userId, meetingUuid, breakoutUuid, action } = opened;
  const ticket: Ticket = {
    zoomUserHash: userId && hashZoomUser(context.config, userId),
    meetingUuids: [meetingUuid, breakoutUuid].filter((uuid) => uuid !== undefined),
    action,
  };
  const actor = userId ? await openLinkedSession(context, userId) : undefined;
  return toSession(context, ticket, actor, meetingUuids);
}

/** A copied context must not open a second session. */
async function redeemContext(
  { db }: Context,
  { digest, expiresAt }: ZoomAppContext,
): Promise<boolean> {
  const used = await db
    .insert(usedAppContexts)
    .values({ digest, expiresAt })
    .onConflictDoNothing()
    .returning({ digest: usedAppContexts.digest });
  return used.length > 0;
}

/** Zoom has only one address for the app, so the account decides the language of its page. */
async function findPageLanguage({ db, config }: Context, actor: SessionActor): Promise<Language> {
  const [row] = await db
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, actor.userId));
  return row && config.languages.includes(row.language) ? row.language : defaultLanguage;
}

/**
 * The data about the viewer that the app receives.
 * @param reportedUuids UUIDs that the client reports, which nobody has verified.
 */
export async function toSession(
  context: Context,
  ticket: Ticket,
  actor: SessionActor | undefined,
  reportedUuids: readonly string[],
): Promise<ZoomAppSession> {
  return {
    ticket: await issueTicket(context, ticket),
    isGuest: ticket.zoomUserHash === undefined,
    account: actor
      ? {
          accessToken: await issueAccessToken(context, actor),
          name: actor.name,
          email: actor.email,
          language: await findPageLanguage(context, actor),
          place: await findPlace(context, actor, { ticket, reportedUuids }),
        }
      : null,
  };
}
