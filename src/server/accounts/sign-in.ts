import type { Config } from "../config/config.ts";
import { writeSessionCookie } from "./sessions/session-cookie.ts";
import type { Session } from "./sessions/sessions.ts";
import { type Visitor, writeKnownDevice } from "./visitor.ts";

/**
 * The Set-Cookie headers of a log-in: the session, and a mark that the browser is known to belong to
 * the account's owner.
 */
export function writeSignIn(
  config: Config,
  visitor: Visitor,
  { actor, token, endsAt }: Session,
): string[] {
  return [
    writeSessionCookie(config, token, endsAt),
    writeKnownDevice(config, visitor, actor.email),
  ];
}
