/**
 * Links that show guardians their child's lessons in one course. A link stops working when a
 * new one is sent, when the guardian's address changes, or when the student is no longer a child.
 */
import { and, eq } from "drizzle-orm";
import { guardianPagePath } from "#lib/recitations/recitations.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { guardianLinks } from "../db/tables/recitations.table.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";
import type { Guardian } from "./guardian.ts";

export type ProgressLink = typeof guardianLinks.$inferSelect;

/** A child in a course. */
interface ChildInCourse {
  courseId: string;
  studentId: string;
}

/** Bound to the time of issue and to the guardian's address. */
const progressLink: LinkKind = {
  purpose: "guardian-link",
  formerValue: (id, state) => `${id} ${state}`,
};

const stateOf = ({ issuedAt }: ProgressLink, { address }: Guardian): string =>
  `${issuedAt.toISOString()} ${address}`;

export const isProgressLinkOf = ({ courseId, studentId }: ChildInCourse) =>
  and(eq(guardianLinks.courseId, courseId), eq(guardianLinks.studentId, studentId));

export async function progressUrl(
  config: Config,
  link: ProgressLink,
  guardian: Guardian,
): Promise<string> {
  const token = await signLink(config, progressLink, link.id, stateOf(link, guardian));
  return `${config.appUrl}${guardianPagePath}/${token}`;
}

/** Creates a new link, which invalidates the previous one. */
export async function renewProgressLink(
  tx: Db,
  { courseId, studentId }: ChildInCourse,
): Promise<ProgressLink> {
  const issuedAt = new Date();
  const [link] = await tx
    .insert(guardianLinks)
    .values({ courseId, studentId, issuedAt, toldUntil: issuedAt })
    .onConflictDoUpdate({
      target: [guardianLinks.courseId, guardianLinks.studentId],
      set: { issuedAt },
    })
    .returning();
  if (!link) throw new Error("The link was not stored");
  return link;
}

/** The current link, or the first one. */
export async function findOrCreateProgressLink(
  db: Db,
  { courseId, studentId }: ChildInCourse,
): Promise<ProgressLink> {
  const now = new Date();
  await db
    .insert(guardianLinks)
    .values({ courseId, studentId, issuedAt: now, toldUntil: now })
    .onConflictDoNothing();
  const [link] = await db
    .select()
    .from(guardianLinks)
    .where(isProgressLinkOf({ courseId, studentId }));
  if (!link) throw new Error("The link was not stored");
  return link;
}

/** Turns the link off. The next email contains a new one. */
export async function revokeProgressLink(db: Db, child: ChildInCourse): Promise<void> {
  await db.update(guardianLinks).set({ issuedAt: new Date() }).where(isProgressLinkOf(child));
}

/**
 * Opens a link. Undefined if the token isn't valid or is no longer valid.
 * @param find loads the data of the child and the guardian, if there is any.
 */
export async function openProgressLink<T extends { guardian: Guardian | undefined }>(
  { db, config }: Context,
  token: string,
  find: (child: ChildInCourse) => Promise<T | undefined>,
): Promise<T | undefined> {
  const opened = await openLink(config, progressLink, token, async (id) => {
    const [link] = await db.select().from(guardianLinks).where(eq(guardianLinks.id, id));
    if (!link) return undefined;
    const found = await find(link);
    return found?.guardian && { found, state: stateOf(link, found.guardian) };
  });
  return opened?.found;
}
