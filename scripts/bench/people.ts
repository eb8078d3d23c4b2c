/**
 * Creates people who are enrolled in one course and logged in, for measurements with many accounts.
 */
import { eq } from "drizzle-orm";
import { writeSessionCookie } from "#server/accounts/sessions/session-cookie.ts";
import { startSession } from "#server/accounts/sessions/sessions.ts";
import type { Context } from "#server/context.ts";
import { courses } from "#server/db/tables/courses.table.ts";
import { enrollments } from "#server/db/tables/enrollments.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { studentInput } from "#server/demo/factories.ts";
import { insertAccount } from "#server/demo/rows.ts";
import { withContext } from "./context.ts";
import type { BenchSite } from "./site.ts";

interface Enrolled {
  /** One session cookie per person. */
  cookies: string[];
  courseId: string;
}

/** Adds people to one course of the demo. Their email addresses begin with `name`. */
export function enrollPeople(site: BenchSite, name: string, number: number): Promise<Enrolled> {
  return withContext(site, (context) => fillCourse(context, name, number));
}

async function fillCourse(context: Context, name: string, number: number): Promise<Enrolled> {
  const { config, db } = context;
  const [course] = await db.select().from(courses).where(eq(courses.status, "published")).limit(1);
  if (!course) throw new Error("The demo has no course");
  const cookies: string[] = [];
  for (let index = 0; index < number; index += 1) {
    const { searchName, ...person } = { ...studentInput(), searchName: name };
    const email = `${name}${index}@example.org`;
    const account = { email, name: person.name, passwordHash: "$argon2id$unusable" };
    const userId = await insertAccount(db, account);
    const [profile] = await db
      .insert(profiles)
      .values({ ...person, searchName, userId, role: "student" })
      .returning();
    if (!profile) throw new Error("A person was not stored");
    await db.insert(enrollments).values({
      courseId: course.id,
      studentId: profile.id,
      status: "enrolled",
      amountCents: 0,
      enrolledAt: new Date(),
    });
    const session = await startSession(config, db, userId, undefined);
    cookies.push(writeSessionCookie(config, session.token, session.endsAt).split(";")[0] ?? "");
  }
  return { cookies, courseId: course.id };
}

/** Gets an access token for a session cookie. */
export async function logIn({ url }: BenchSite, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/refresh`, {
    method: "POST",
    headers: { cookie, origin: url },
  });
  if (!answer.ok) throw new Error(`The session was rejected: ${answer.status}`);
  return ((await answer.json()) as { data: { accessToken: string } }).data.accessToken;
}
