/** Measures how much the database and the server's memory grow with data. */
import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { fillUp } from "./catalog.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const thousands = 10;
const rows = thousands * 1_000;

export async function measureSize(site: BenchSite): Promise<Row[]> {
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const empty = await sizeOf(client);
    const { rows: counted } = await client.query<{ number: number }>(
      "select count(*)::int as number from courses",
    );
    await fillUp(client, (counted[0]?.number ?? 0) + rows);
    const withCourses = await sizeOf(client);
    await client.query(
      `insert into enrolments (id, course_id, student_id, status, amount_cents, enrolled_at, created_at)
         select 'enr_bench_' || number, course.id, student.id, 'enrolled', 0, now(), now()
           from generate_series(1, $1::integer) number
           join (select id, row_number() over (order by id) as place from courses
                  where id like 'crs_bench%') course on course.place = number
           cross join (select id from profiles where role = 'student' limit 1) student`,
      [rows],
    );
    const withSeats = await sizeOf(client);
    await client.query(
      `insert into messages (id, thread_id, seq, author_id, client_id, text, search_text, created_at)
         select 'msg_bench_' || number, thread.id, 1000000 + number, author.id,
                'bench-size-' || number, words.text, lower(words.text), now()
           from generate_series(1, $1::integer) number
           cross join (select id from threads where course_id is null limit 1) thread
           cross join (select id from profiles limit 1) author
           cross join (select 'As-salamu alaykum, see you on Monday after Maghrib, in sha Allah.' as text) words`,
      [rows],
    );
    const withMessages = await sizeOf(client);
    const perThousand = (what: string, bytes: number): Row => ({
      what: `the database for 1,000 ${what} more, with indexes`,
      goal: "none",
      measured: `${(bytes / thousands / 1_000).toFixed(0)} kB`,
      met: true,
    });
    return [
      {
        what: "the database with the demo alone",
        goal: "none",
        measured: `${Math.round(empty / 1_000_000)} MB`,
        met: true,
      },
      perThousand("courses", withCourses - empty),
      perThousand("enrollments", withSeats - withCourses),
      perThousand("messages", withMessages - withSeats),
    ];
  } finally {
    await client.end();
  }
}

async function sizeOf(client: pg.Client): Promise<number> {
  await client.query("vacuum analyze");
  const { rows: found } = await client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  return Number(found[0]?.bytes);
}
