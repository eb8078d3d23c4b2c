/** The page that guardians of children open with their link: the child's lessons in a course. */
import { AppError } from "#lib/errors.ts";
import { guardianConsentMessages } from "#lib/guardians/guardians.rules.ts";
import type { RecitationLog } from "#lib/recitations/recitations.responses.ts";
import { recitationMessages, recitationsPageSize } from "#lib/recitations/recitations.ts";
import { type Actor, requireStudent } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Guardian } from "../guardians/guardian.ts";
import { admitGuardian } from "../guardians/page-links.ts";
import {
  openProgressLink,
  progressUrl,
  renewProgressLink,
  revokeProgressLink,
} from "../guardians/progress-links.ts";
import { mailGuardianLink } from "./guardian.mails.ts";
import { readLog } from "./read-lessons.ts";
import { findSeat, requireSeat, type Seat } from "./seat.ts";

const hour = 60 * 60;
/** Limits the emails that a child can cause by requesting links. */
const renewLimits = [
  { name: "guardian-links", points: 5, duration: hour },
  { name: "guardian-links-day", points: 10, duration: 24 * hour },
];

/**
 * Emails a new link to the guardian of the acting student. The previous link stops working.
 * @throws AppError `forbidden` for everyone who isn't enrolled in the course; `conflict` if there
 * is no guardian who can be emailed; `rate_limited`.
 */
export async function renewGuardianLink(
  context: Context,
  actor: Actor,
  courseId: string,
): Promise<void> {
  const student = requireStudent(actor);
  const key = { courseId, studentId: student.profile.id };
  const seat = await requireSeat(context.db, student, key);
  const { guardian } = seat;
  const { id } = student.profile;
  await context.limits.consumeInTurn(renewLimits.map((limit) => ({ limit, key: id })));
  if (!guardian) {
    throw new AppError(
      "conflict",
      seat.guardianState === "none"
        ? recitationMessages.noGuardian
        : guardianConsentMessages.notYet,
    );
  }
  await context.db.transaction(async (tx) => {
    const link = await renewProgressLink(tx, key);
    const url = await progressUrl(context.config, link, guardian);
    await mailGuardianLink(context, tx, seat, guardian, url);
  });
}

export interface GuardianPage extends RecitationLog {
  guardian: Guardian;
  /** The child's IANA time zone. */
  childZone: string;
}

/**
 * The chart and one page of the lessons.
 * @throws AppError `not_found` for every link that doesn't work, regardless of the reason;
 * `rate_limited`.
 */
export async function readGuardianPage(
  context: Context,
  token: string,
  page = 1,
): Promise<GuardianPage> {
  const { seat, guardian } = await requireSeatByToken(context, token);
  const log = await readLog(context.db, seat, { page, limit: recitationsPageSize });
  return { ...log, guardian, childZone: seat.studentZone };
}

/**
 * Disables the link. The next email contains a new one.
 * @throws AppError `not_found`, like `readGuardianPage`.
 */
export async function revokeGuardianLink(context: Context, token: string): Promise<void> {
  const { seat } = await requireSeatByToken(context, token);
  await revokeProgressLink(context.db, seat);
}

async function requireSeatByToken(
  context: Context,
  token: string,
): Promise<{ seat: Seat; guardian: Guardian }> {
  const seat = await openProgressLink(context, token, (child) => findSeat(context.db, child));
  if (!seat?.guardian) throw new AppError("not_found", recitationMessages.noLink);
  await admitGuardian(context, seat.guardian);
  return { seat, guardian: seat.guardian };
}
