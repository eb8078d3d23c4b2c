/** The sitemap's entries: paths, and when their content last changed. */
import { and, count, eq, max } from "drizzle-orm";
import { pageCount } from "#lib/quran/mushaf.ts";
import { juzCount, surahs } from "#lib/quran/quran.ts";
import { publicPages } from "#lib/site/route-lists.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import { users } from "../db/tables/accounts.table.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { mapValidRows } from "../map-valid-rows.ts";
import { isReachable } from "../public-person.ts";

export interface Entry {
  path: string;
  changed?: Date | undefined;
}

/** The pages of a noun, one for each of its rows. */
interface Listed {
  count(context: Context): Promise<number>;
  /** Oldest first, so that new rows only change the last file of a large sitemap. */
  read(context: Context, limit: number, offset: number): Promise<Entry[]>;
}

const isTeacher = () => and(eq(profiles.role, "teacher"), isReachable());

/** Drafts, archived courses, deleted and suspended accounts, and students aren't listed. */
export const listed: Readonly<Record<"courses" | "teachers", Listed>> = {
  courses: {
    count: ({ db }) => db.$count(courses, isPublic),
    async read({ db, log }, limit, offset) {
      const rows = await db
        .select({ id: courses.id, createdAt: courses.createdAt, updatedAt: courses.updatedAt })
        .from(courses)
        .where(isPublic)
        .orderBy(courses.createdAt, courses.id)
        .limit(limit)
        .offset(offset);
      return toEntries(log, "course", "/courses", rows);
    },
  },
  teachers: {
    async count({ db }) {
      const [row] = await db
        .select({ total: count() })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.userId))
        .where(isTeacher());
      return row?.total ?? 0;
    },
    async read({ db, log }, limit, offset) {
      const rows = await db
        .select({ id: profiles.id, createdAt: profiles.createdAt, updatedAt: profiles.updatedAt })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.userId))
        .where(isTeacher())
        .orderBy(profiles.createdAt, profiles.id)
        .limit(limit)
        .offset(offset);
      return toEntries(log, "teacher", "/teachers", rows);
    },
  },
};

interface Row {
  id: string;
  createdAt: Date;
  updatedAt: Date | null;
}

/** Sitemaps require ISO 8601 dates. A row with an invalid date is omitted. */
function toEntries(
  log: Context["log"],
  what: string,
  folder: string,
  rows: readonly Row[],
): Entry[] {
  const toEntry = ({ id, createdAt, updatedAt }: Row): Entry => {
    const changed = updatedAt ?? createdAt;
    changed.toISOString();
    return { path: `${folder}/${id}`, changed };
  };
  return mapValidRows(rows, toEntry, { log, what, idOf: ({ id }) => id });
}

const showCourses = new Set(["/", "/courses"]);

/** The pages that aren't about a single course or person. */
export async function readPublicPages({ db }: Context): Promise<Entry[]> {
  const [newest] = await db
    .select({ created: max(courses.createdAt), updated: max(courses.updatedAt) })
    .from(courses)
    .where(isPublic);
  const times = [newest?.created, newest?.updated].filter(
    (time): time is Date => time instanceof Date && !Number.isNaN(time.getTime()),
  );
  const changed = times.sort((a, b) => b.getTime() - a.getTime())[0];
  return publicPages.map((path) => ({
    path,
    changed: showCourses.has(path) ? changed : undefined,
  }));
}

/** The pages of the Quran: surahs, their verses, juz, and the pages of the printed mushaf. */
export const quranPages: readonly Entry[] = [
  ...surahs.map(({ number }) => `/quran/${number}`),
  ...Array.from({ length: juzCount }, (_, index) => `/quran/juz/${index + 1}`),
  ...Array.from({ length: pageCount }, (_, index) => `/quran/page/${index + 1}`),
  ...surahs.flatMap(({ number, verses }) =>
    Array.from({ length: verses }, (_, index) => `/quran/${number}/${index + 1}`),
  ),
].map((path) => ({ path }));
