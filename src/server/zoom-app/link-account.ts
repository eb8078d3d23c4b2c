/**
 * Links a Zoom user to an account. This happens once, in the client. A code that is sent to the
 * account's address proves who owns the account. The verified context proves who the Zoom user is.
 */

import { and, eq, isNull } from "drizzle-orm";
import type { ZoomAppSession } from "#lib/zoom-app/zoom-app.responses.ts";
import type { ZoomLinkCodeInput, ZoomLinkInput } from "#lib/zoom-app/zoom-app.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { lockAddress } from "../accounts/address-lock.ts";
import { countCode } from "../accounts/limits.ts";
import { createCode, findCodes, redeemCode } from "../accounts/one-time-codes.ts";
import type { SessionActor } from "../accounts/sessions/session-actor.ts";
import { findAccount, writeToAddress } from "../accounts/sign-up.ts";
import { enterCode } from "../accounts/verify.ts";
import { hashSource, type Visitor } from "../accounts/visitor.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { isNotSuspended } from "../public-person.ts";
import { toSession } from "./open-app.ts";
import { readTicket, requireZoomUser } from "./ticket.ts";
import { zoomLinkCodeMail, zoomLinkedMail } from "./zoom-app.mails.ts";
import { createLink } from "./zoom-links.ts";

const purpose = "zoom-link";

/**
 * Emails a code to the owner of the address. An unknown address takes the same amount of work.
 * @throws AppError `unauthenticated` (the ticket), `forbidden` for guests, `rate_limited`, for
 * known and unknown addresses alike.
 */
export async function requestLinkCode(
  context: Context,
  visitor: Visitor,
  { ticket, email }: ZoomLinkCodeInput,
): Promise<void> {
  const zoomUserHash = requireZoomUser(await readTicket(context, ticket));
  await countCode(context, visitor, email, purpose);
  const requester = { browser: zoomUserHash, source: hashSource(context.config, visitor) };
  await context.db.transaction(async (tx) => {
    await lockAddress(tx, email);
    const user = await findAccount(tx, email);
    const owner = user && { userId: user.id };
    const code = await createCode(context.config, tx, purpose, email, owner, requester);
    const mail = writeToAddress(user, () => zoomLinkCodeMail(email, code));
    await sendMail(context, tx, { ...mail, decoy: !user });
  });
}

/**
 * Links the Zoom user to the account with this address, and opens its session. Only the Zoom user
 * who requested the code can use it.
 * @throws AppError `invalid_input` for any wrong code, `unauthenticated` (the ticket), `forbidden`
 * for guests, `rate_limited`.
 */
export async function linkAccount(
  context: Context,
  visitor: Visitor,
  { ticket: token, email, code, meetingUuids }: ZoomLinkInput,
): Promise<ZoomAppSession> {
  const { config, db } = context;
  const ticket = await readTicket(context, token);
  const zoomUserHash = requireZoomUser(ticket);
  const requester = { browser: zoomUserHash, source: hashSource(config, visitor) };
  const user = await findAccount(db, email);
  const codes = user ? await findCodes(db, purpose, { userId: user.id }, requester) : [];
  const own = codes.filter(({ isOwn }) => isOwn);
  const actor = await enterCode(context, { visitor, email, code }, own, requester, (match) =>
    user ? link(context, { userId: user.id, codeId: match.id, zoomUserHash }) : noLink,
  );
  return toSession(context, ticket, actor, meetingUuids);
}

const noLink = Promise.resolve(undefined);

interface Proof {
  userId: string;
  codeId: string;
  zoomUserHash: string;
}

/** Undefined if another request used the code first, or the account was deleted. */
function link(
  context: Context,
  { userId, codeId, zoomUserHash }: Proof,
): Promise<SessionActor | undefined> {
  return context.db.transaction(async (tx) => {
    // Waits for a concurrent password change, which invalidates the code, and for other links.
    const [user] = await tx
      .select({ email: users.email, name: users.name, language: users.language })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt), isNotSuspended()))
      .for("no key update");
    if (!user || !(await redeemCode(tx, codeId))) return undefined;
    const actor = await createLink(tx, { userId, zoomUserHash });
    const write = () => zoomLinkedMail(context.config, user);
    await sendMail(context, tx, runWithLanguage(user.language, write));
    return actor;
  });
}
