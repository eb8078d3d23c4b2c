/** Measures the catalog with 50,000 courses. Every request queries the database. */
import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { measure, median, writeScript } from "./load.ts";
import type { Row } from "./report.ts";
import type { BenchSite } from "./site.ts";

const rounds = 3;

/**
 * Each request has different parameters and a different origin, so that no response is cached and
 * the query itself is measured.
 */
const questions = (origin: string) => `
local sorts = { "newest", "price-asc", "price-desc", "popularity" }
local filters = { "", "&level=Beginner", "&level=Advanced", "&category=Tajweed", "&price=under-40",
  "&gender=female&seats=free", "&language=Arabic&level=Advanced", "&category=Tafsir&price=from-80" }
local words = { "tajweed", "the", "quran", "surah", "juz", "noon", "qaida", "adult", "week", "arabic" }
request = function()
  local filter = filters[math.random(#filters)]
  if math.random(5) == 1 then
    filter = filter .. "&search=" .. words[math.random(#words)]
    if math.random(2) == 1 then filter = filter .. "%20" .. math.random(60) end
  end
  local path = "/api/courses?limit=12&page=" .. math.random(1, 20) ..
    "&sort=" .. sorts[math.random(#sorts)] .. filter
  return wrk.format("GET", path, { ["Origin"] = "${origin}" })
end
`;

export async function measureCatalog(site: BenchSite): Promise<Row> {
  const script = await writeScript(site.folder, "catalog", questions(site.url));
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await fillUp(client, 500);
    const few = await measureP99(site, script);
    await fillUp(client, 50_000);
    const many = await measureP99(site, script);
    return {
      what: "GET /api/courses with 50,000 courses against 500, uncached, 4 connections",
      goal: "p99 ≤ 2 ×",
      measured: `${(many / few).toFixed(2)} × (${many.toFixed(1)} ms against ${few.toFixed(1)} ms)`,
      met: many <= 2 * few,
    };
  } finally {
    await client.end();
  }
}

async function measureP99(site: BenchSite, script: string): Promise<number> {
  const load = { url: site.url, script, connections: 4, seconds: 5 };
  await measure({ ...load, seconds: 2 });
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { p99Ms, failures } = await measure(load);
    if (failures > 0) throw new Error(`The catalog failed ${failures} times under load`);
    found.push(p99Ms);
  }
  return median(found);
}

/**
 * Copies published courses of the demo, without their schedules, until there are `wanted` courses.
 */
export async function fillUp(client: pg.Client, wanted: number): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'courses' and is_generated = 'NEVER'",
  );
  const copied = rows.map(({ column_name }) => column_name);
  const values = copied.map((name) => {
    if (name === "id") return "'crs_bench' || $1::text || '_' || number";
    if (name === "price_cents") return "1000 + (number % 200) * 100";
    if (name === "has_discount") return "false";
    if (name === "created_at") return "created_at - number * interval '1 minute'";
    if (name === "title" || name === "search_title") return `${name} || ' ' || number`;
    return pg.escapeIdentifier(name);
  });
  await client.query(
    `with originals as materialized (
       select *, row_number() over (order by id) - 1 as place, count(*) over () as places
       from courses where status = 'published' and id not like 'crs_bench%'
     )
     insert into courses (${copied.map((name) => pg.escapeIdentifier(name)).join(", ")})
     select ${values.join(", ")}
     from generate_series(1, $2::integer - (select count(*)::integer from courses)) number
     join originals on place = number % places`,
    [String(wanted), wanted],
  );
  // Autovacuum and the job that refreshes the counts would do this within minutes after this many
  // changes.
  await client.query("vacuum analyze courses");
  await client.query("vacuum analyze course_listings");
  await client.query("vacuum analyze course_kind_counts");
}
