/**
 * A ticket proves for 15 minutes what a context from Zoom stated. The context itself works only
 * once, and expires after two minutes.
 */
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { signToken, type TokenKind, verifyToken } from "../accounts/sessions/signed-token.ts";
import type { Context } from "../context.ts";

const kind: TokenKind = {
  type: "zoom-app+jwt",
  audience: "halaqa-zoom-app",
  seconds: 15 * 60,
};

export interface Ticket {
  /** The hash of the Zoom user who opened the app. Undefined for guests. */
  zoomUserHash: string | undefined;
  /** The verified UUIDs: first the meeting's, then the breakout room's. */
  meetingUuids: string[];
  /** The action of the deep link that opened the app. */
  action: string | undefined;
}

export function issueTicket(context: Context, ticket: Ticket): Promise<string> {
  const { zoomUserHash, meetingUuids, action } = ticket;
  return signToken(context, kind, { zoomUserHash, meetingUuids, action });
}

/** @throws AppError `unauthenticated` if the ticket is forged or has expired. */
export async function readTicket(context: Context, token: string): Promise<Ticket> {
  const claims = await verifyToken(context, kind, token);
  if (!claims) throw new AppError("unauthenticated", getTexts("zoomApp")("expired"));
  const { zoomUserHash, meetingUuids, action } = claims;
  return {
    zoomUserHash: typeof zoomUserHash === "string" ? zoomUserHash : undefined,
    meetingUuids: Array.isArray(meetingUuids) ? meetingUuids.map(String) : [],
    action: typeof action === "string" ? action : undefined,
  };
}

/**
 * @returns the hash of the Zoom user.
 * @throws AppError `forbidden` for guests.
 */
export function requireZoomUser({ zoomUserHash }: Ticket): string {
  if (zoomUserHash === undefined) throw new AppError("forbidden", getTexts("zoomApp")("guest"));
  return zoomUserHash;
}
