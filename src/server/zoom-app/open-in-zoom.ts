/** Creates links on the site that open the app in Zoom's client. */
import { and, eq, ne } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import { isMemberOf } from "../course-members/membership.ts";
import { classes } from "../db/tables/classes.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { findConnection } from "../meetings/connection/connection.ts";
import { withProvider } from "../meetings/connection/with-provider.ts";
import { MeetingProviderError } from "../providers/meetings/meeting-provider.ts";
import type { Limit } from "../rate-limits.ts";

/** Creating a link takes a call on the teacher's behalf, and Zoom limits such calls. */
const linksByAccount: Limit = { name: "zoom-app-links", points: 30, duration: 10 * 60 };

/**
 * The link that opens a class in the app in Zoom, created with the teacher's access. It grants
 * nothing: the app shows the class only to its members.
 * @returns undefined for people who aren't in the class, if the teacher hasn't connected Zoom, if
 * Zoom creates no link, and for people who have requested too many.
 */
export async function findAppLink(
  context: Context,
  actor: Actor,
  classId: string,
): Promise<string | undefined> {
  const { db, log } = context;
  const [found] = await db
    .select({ teacherId: courses.teacherId })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .where(
      and(
        eq(classes.id, classId),
        ne(classes.status, "dropped"),
        isMemberOf(actor.profile?.id ?? ""),
      ),
    );
  if (!found) return undefined;
  const connection = await findConnection(db, found.teacherId);
  if (connection?.provider !== "zoom") return undefined;
  if (!(await context.limits.tryConsume(linksByAccount, actor.userId))) return undefined;
  try {
    return await withProvider(
      context,
      found.teacherId,
      async (service, token) => service.createAppLink?.(token, classId),
      { provider: "zoom" },
    );
  } catch (error) {
    const isExpected =
      error instanceof MeetingProviderError ||
      (error instanceof AppError && error.code === "conflict");
    if (!isExpected) throw error;
    log.warn({ err: error, classId }, "Zoom made no link to the app");
    return undefined;
  }
}
