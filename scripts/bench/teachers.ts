/** Measures the list of teachers with 5,000 teachers. Every request queries the database. */
import pg from "pg";
import { defaultTeacherSort } from "#lib/people/teacher-filters.ts";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { median } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const teachers = 5_000;
const coursesOfEach = 2;
const requests = 40;
const maxMs = 100;

export async function measureTeachers(site: BenchSite): Promise<Row[]> {
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await addTeachers(client);
  } finally {
    await client.end();
  }
  const rows: Row[] = [];
  for (const sort of [defaultTeacherSort, "newest", "rating", "next-class", "price-asc"]) {
    // The first requests fill the caches of the database.
    await measureMedian(site, sort);
    const ms = await measureMedian(site, sort);
    rows.push({
      what: `GET /api/teachers?sort=${sort} with 5,000 more teachers of two courses each, warm`,
      goal: sort === defaultTeacherSort ? `median ≤ ${maxMs} ms` : "none",
      measured: `${Math.round(ms)} ms`,
      met: sort !== defaultTeacherSort || ms <= maxMs,
    });
  }
  return rows;
}

async function measureMedian({ url }: BenchSite, sort: string): Promise<number> {
  const found: number[] = [];
  for (let number = 1; number <= requests; number += 1) {
    const start = performance.now();
    // Responses to requests from another origin aren't cached.
    const answer = await fetch(`${url}/api/teachers?sort=${sort}&page=${number}`, {
      headers: { Origin: url },
    });
    if (!answer.ok) throw new Error(`The list of teachers answered ${answer.status}`);
    await answer.arrayBuffer();
    found.push(performance.now() - start);
  }
  return median(found);
}

/** Adds teachers with different ratings, each with courses that have seats left. */
async function addTeachers(client: pg.Client): Promise<void> {
  await client.query(
    `insert into users (id, name, email, password_hash, created_at)
     select 'usr_bench' || n, 'Teacher ' || n, 'teacher' || n || '@bench.example', 'x', now()
     from generate_series(1, $1::integer) n`,
    [teachers],
  );
  await client.query(
    `insert into profiles (id, user_id, role, name, search_name, country, created_at,
       rating_sum, rating_count, verified, hourly_rate)
     select 'prf_bench' || n, 'usr_bench' || n, 'teacher', 'Teacher ' || n, 'teacher ' || n, 'Egypt',
       now() - n * interval '1 minute', (n % 40) * 4, n % 40, n % 3 = 0, 5 + n % 30
     from generate_series(1, $1::integer) n`,
    [teachers],
  );
  await client.query(
    `insert into courses (id, teacher_id, title, search_title, search_topics, description, level,
       price_cents, max_students, duration, created_at, status, is_over, lacks_classes,
       start_date, end_date)
     select 'crs_taught' || n || '_' || k, 'prf_bench' || n, 'Course', 'course', '{}', 'Text',
       'Beginner', 1000, 10, 60, now(), 'published', false, false,
       current_date + 30, current_date + 120
     from generate_series(1, $1::integer) n, generate_series(1, $2::integer) k`,
    [teachers, coursesOfEach],
  );
  // Autovacuum would do this within minutes after this many changes.
  for (const table of ["users", "profiles", "courses", "course_listings"]) {
    await client.query(`vacuum analyze ${table}`);
  }
}
