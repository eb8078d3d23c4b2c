/** A site on its first day without any data, and then with very long and Arabic texts. */
import type { APIRequestContext } from "@playwright/test";
import pg from "pg";
import { attachEmbeddedPostgres } from "#server/db/embedded/embedded.ts";
import { expectAccessible, expectNoOverflow } from "../support/checks.ts";
import { joinByApi, password } from "../support/people.ts";
import { type Site, startSite } from "../support/site.ts";
import { test as base, expect } from "../support/watched.ts";

/**
 * A separate site, because other tests add courses and people to the shared one. It isn't a fixture
 * of the worker, because the next file would then get a new worker, which starts its sites again.
 */
let own: Site | undefined;

const test = base.extend<{ newSite: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
  newSite: async ({}, use) => {
    own ??= await startSite({ RATE_LIMIT_FACTOR: "100" });
    await use(own);
  },
  baseURL: ({ newSite }, use) => use(newSite.url),
});
test.afterAll(async () => {
  expect(await own?.stop()).toBe(0);
});

test.describe.configure({ mode: "serial" });

const empty = [
  ["/", "No courses yet", "No testimonials available yet"],
  ["/teachers", "No teachers found."],
  ["/students", "No featured students found.", "No students available at the moment."],
  ["/students/featured", "No featured students found."],
] as const;

test("on a new site every list says that it is empty and links to the next step", async ({
  page,
}) => {
  // Empty states have the same design everywhere, so each is checked in one theme.
  for (const [index, [path, ...words]] of empty.entries()) {
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? "light" : "dark" });
    await page.goto(path);
    for (const line of words) await expect(page.getByText(line, { exact: true })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
});

const word = "Abdurrahmanmuhammadibnabdulazizalansariyyalhafizalmuqriwalmuallim";
const arabic = "الشيخ الدكتور عبد الرحمن بن عبد العزيز آل الأنصاري الحافظ المقرئ بالقراءات العشر";

interface Person {
  call: (method: "post" | "put", path: string, data: object, headers?: object) => Promise<string>;
  id: string;
}

async function join(request: APIRequestContext, site: Site, profile: object): Promise<Person> {
  const email = await joinByApi(request, site, "long");
  let token = "";
  const call: Person["call"] = async (method, path, data, headers = {}) => {
    const answer = await request[method](`/api${path}`, {
      data,
      headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const body = await answer.json();
    token ||= body.data.accessToken;
    return body.data._id;
  };
  await call("post", "/auth/login", { email, password });
  return { call, id: await call("post", "/auth/register", { country: "Egypt", ...profile }) };
}

test("names and texts of any length and script stay within the page", async ({
  page,
  newSite: site,
  playwright,
  baseURL,
}) => {
  const paths: string[] = ["/", "/courses", "/teachers", "/students"];
  for (const name of [word, arabic]) {
    const newcomer = () => playwright.request.newContext({ baseURL: baseURL ?? "" });
    const lists = { spokenLanguages: [name.slice(0, 60), "العربية"] };
    const teacher = await join(await newcomer(), site, {
      role: "teacher",
      name,
      bio: name.repeat(5),
      specializations: [name.slice(0, 60), "Tajweed", name.slice(1, 60), "Tafsir"],
      certifications: [{ name, issuingAuthority: name, year: 2001 }],
      educationBackground: [{ degree: name, institution: name, year: 1999 }],
      ...lists,
    });
    const course = await teacher.call("post", "/courses", {
      title: name,
      description: name.repeat(3),
      price: 0,
      duration: 4,
      level: "Beginner",
      topics: [name.slice(0, 60)],
      startDate: "2040-01-04",
      endDate: "2040-02-04",
      maxStudents: 10,
      status: "published",
      schedule: [{ day: "Monday", startTime: "10:00", endTime: "11:00" }],
    });
    const student = await join(await newcomer(), site, {
      role: "student",
      name,
      age: 30,
      learningGoals: [name.slice(0, 60)],
      preferredTeachingMethods: [name.slice(0, 60)],
      ...lists,
    });
    const review = { resourceId: "halaqa", resourceType: "app", rating: 5, content: name };
    await student.call("post", "/reviews", review, { "app-id": "halaqa" });
    paths.push(`/teachers/${teacher.id}`, `/students/${student.id}`, `/courses/${course}`);
  }
  for (const path of paths) {
    await page.goto(path);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
  }
});

/** Reads a page with its status, or "broken off" if the server aborts the response. */
async function readWhole(request: APIRequestContext, path: string) {
  try {
    const answer = await request.get(path, { timeout: 25_000 });
    return { status: answer.status(), text: await answer.text() };
  } catch (error) {
    return { status: `broken off: ${error}`, text: "" };
  }
}

test("a costly description or a corrupt row doesn't take down any page", async ({
  request,
  newSite: site,
  playwright,
  baseURL,
}) => {
  const publish = async (teacher: Person, title: string, description: string) =>
    teacher.call("post", "/courses", {
      title,
      description,
      price: 0,
      duration: 4,
      level: "Beginner",
      startDate: "2040-01-04",
      endDate: "2040-02-04",
      maxStudents: 10,
      status: "published",
      schedule: [{ day: "Monday", startTime: "10:00", endTime: "11:00" }],
    });
  const newcomer = () => playwright.request.newContext({ baseURL: baseURL ?? "" });
  const costly = await join(await newcomer(), site, { role: "teacher", name: "Costly" });
  const broken = await join(await newcomer(), site, { role: "teacher", name: "Broken" });
  const deep = await publish(costly, "Deep lists", `x${"\n"}${"- ".repeat(2_480)}a`);
  const lost = await publish(broken, "Lost in time", "Plain.");
  // No form accepts this zone, but every card of the teacher's courses needs it.
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const zone = "update profiles set time_zone = 'Mars/Olympus' where id = $1";
    await client.query(zone, [broken.id]);
    await client.query("select pg_notify('halaqa_page_purges', $1)", [
      JSON.stringify({ from: "test", tags: "everything" }),
    ]);
    const read = async (path: string) => {
      const { status, text } = await readWhole(request, path);
      expect(status, path).toBe(200);
      // Compares a boolean, because a failure would otherwise print the whole page.
      expect(/<\/(html|rss|urlset)>/.test(text), `${path} is whole`).toBe(true);
      return text;
    };
    for (const path of ["/", "/courses"]) {
      const shows = async (id: string) => (await read(path)).includes(`href="/courses/${id}"`);
      await expect.poll(() => shows(lost)).toBe(false);
      expect(await shows(deep)).toBe(true);
    }
    const rest = ["/teachers", `/teachers/${broken.id}`, "/rss.xml", "/sitemap.xml"];
    for (const path of rest) await read(path);
    for (const path of [`/teachers/${costly.id}`, `/courses/${deep}`]) {
      expect((await read(path)).includes("Deep lists")).toBe(true);
    }
    expect(site.output()).toContain("A broken item was left out of a page");
  } finally {
    await client.query("delete from courses where id = $1", [lost]);
    await client.end();
  }
});

test("a page whose rows stay locked is complete and offers a retry", async ({
  request,
  newSite: site,
}) => {
  const { url } = await attachEmbeddedPostgres(site.dataDir);
  const locker = new pg.Client({ connectionString: url });
  const teller = new pg.Client({ connectionString: url });
  await Promise.all([locker.connect(), teller.connect()]);
  const everything = JSON.stringify({ from: "test", tags: "everything" });
  try {
    for (const [table, path, words] of [
      ["reviews", "/", "Failed to load testimonials"],
      ["course_listings", "/", "Failed to fetch featured courses"],
      ["profiles", "/teachers", "Failed to load teachers. Please try again later."],
    ] as const) {
      await locker.query(`begin; lock table ${table} in access exclusive mode`);
      await teller.query("select pg_notify('halaqa_page_purges', $1)", [everything]);
      // The purge takes a moment. A new render then waits four seconds for the lock.
      const ask = async () => {
        const { status, text } = await readWhole(request, path);
        const isWhole = text.includes("</html>") && text.includes("Retry");
        return { status, isWhole, isTold: text.includes(words) };
      };
      await expect.poll(ask, { message: table, timeout: 60_000 }).toEqual({
        status: 503,
        isWhole: true,
        isTold: true,
      });
      await locker.query("rollback");
      expect((await ask()).status, table).toBe(200);
    }
  } finally {
    await Promise.all([locker.end(), teller.end()]);
  }
});
