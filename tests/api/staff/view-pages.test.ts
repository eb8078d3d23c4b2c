/** The pages that staff view as another person, which show that person's data and change nothing. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendarFeedOptions } from "#lib/calendar-feeds/calendar-feeds.queries.ts";
import { timelineOptions } from "#lib/timeline/timeline.queries.ts";
import { requireViewAccess } from "#server/accounts/sessions/view-access.ts";
import type { Actor } from "#server/actor.ts";
import { currentCaller, runReadOnly } from "#server/db/caller.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { transact } from "#server/db/transact.ts";
import { renderView } from "#server/page-scope/view-page.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addStudent, type Person } from "../../support/people.ts";
import { viewActions } from "./view-support.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "20" } });
});
afterAll(() => app.close());

/** PostgreSQL's code for a change in a read-only transaction. */
const readOnlyError = "25006";

const { addView } = viewActions(() => app);

describe("the pages of a view", () => {
  const viewer: Actor = {
    userId: "usr_viewed",
    sessionId: "vew_one",
    email: "",
    name: "",
    profile: null,
    view: "vew_one",
  };

  it("make no call that changes anything, and no private read", () => {
    const refused = app.app.routes
      .filter(({ method, path }) => path.startsWith("/api/") && method !== "ALL")
      .map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, "some_id") }))
      .filter((call) => {
        try {
          requireViewAccess(viewer, call);
          return false;
        } catch {
          return true;
        }
      })
      .map(({ method, path }) => `${method} ${path}`);
    const all = app.app.routes.filter(
      ({ path, method }) => path.startsWith("/api/") && method !== "ALL",
    );
    const open = all
      .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "some_id")}`)
      .filter((call) => !refused.includes(call));
    expect([...new Set(open)].sort()).toMatchInlineSnapshot(`
      [
        "GET /api/classes/course/some_id",
        "GET /api/connect/accounts/standing",
        "GET /api/courses",
        "GET /api/courses/some_id",
        "GET /api/courses/student/some_id",
        "GET /api/courses/teacher",
        "GET /api/courses/teacher/some_id",
        "GET /api/enrollment/student/enrollments",
        "GET /api/enrollment/teacher/students",
        "GET /api/recitations/course/some_id",
        "GET /api/recitations/course/some_id/student/some_id",
        "GET /api/teachers/some_id",
        "GET /api/teachers/some_id/timeslots",
        "GET /api/timeline",
        "GET /api/trials",
        "GET /api/users/authUser/some_id",
        "GET /api/zoom/course/some_id/meetings",
      ]
    `);
    for (const path of [
      "/api/messages/threads/some_id",
      "/api/messages/events",
      "/api/users/me/export",
      "/api/users/me/sessions",
      "/api/users/me/guardian",
      "/api/calendar/feed",
      "/api/plans/me",
      "/api/study/export",
      "/api/connect/accounts/current",
      "/api/staff/people",
    ]) {
      expect(() => requireViewAccess(viewer, { method: "GET", path }), path).toThrow();
    }
  });

  const render = async (
    person: Person,
    path: string,
    work: Parameters<typeof renderView>[3],
    search = "",
  ) => {
    const { find } = await addView(person);
    const view = await find();
    if (!view) throw new Error("The view isn't active");
    const request = new Request(`http://localhost/staff/view/${view.id}${path}`);
    const asked = { request, path, search, clientAddress: "127.0.0.1" };
    return { view, response: await renderView(app.context, view, asked, work) };
  };

  const banner =
    '<html lang="en"><body><aside data-view-banner><button type="submit">End</button></aside>';
  const toPage = (html: string) => new Response(html, { headers: { "Content-Type": "text/html" } });

  it("are rendered from the person's own answers, without a token, cookies or private answers", async () => {
    const student = await addStudent(app.context, { name: "Seen Student" });
    const seen: unknown[] = [];
    await render(student, "/dashboard", async (page, target) => {
      await page.preload(timelineOptions(), calendarFeedOptions());
      const { accessToken, profile, failures, answers } = page.scope.data;
      seen.push(
        profile,
        failures.map(({ status }) => status),
        answers.length,
      );
      seen.push((await app.call("GET", "/api/timeline", { token: accessToken })).status);
      seen.push(target?.headers.get("cookie"));
      return toPage(banner);
    });
    expect(seen).toMatchObject([{ data: { name: "Seen Student" } }, [403], 1, 401, null]);
  });

  it("can't change anything, whatever they do", async () => {
    const student = await addStudent(app.context);
    const { db } = app.context;
    const write = { name: "Changed by staff" };
    const ofStudent = eq(profiles.id, student.profileId);
    const attempts: Promise<unknown>[] = [];
    await render(student, "/dashboard", async () => {
      expect(currentCaller()).toMatchObject({ isReadOnly: true, id: student.userId });
      attempts.push(db.update(profiles).set(write).where(ofStudent).execute());
      attempts.push(transact(db, (tx) => tx.update(profiles).set(write).where(ofStudent)));
      attempts.push(app.context.limits.consume({ name: "test", points: 1, duration: 1 }, "x"));
      await Promise.allSettled(attempts);
      return toPage(banner);
    });
    for (const attempt of attempts) {
      const error = await attempt.catch((reason: { code?: string; cause?: unknown }) => reason);
      expect(error).toEqual(
        expect.toSatisfy(({ code, cause }) => [code, cause?.code].includes(readOnlyError)),
      );
    }
    const [profile] = await db.select().from(profiles).where(ofStudent);
    expect(profile?.name).not.toBe("Changed by staff");
  });

  it("have a banner and no scripts, and their links stay in the view", async () => {
    const html = `${banner}<script type="module">1</script><astro-island props="{}" uid="1">Text</astro-island>
      <a class="x" href="/dashboard/progress/crs_1?page=2#top">In</a><a href="/ar/courses">Courses</a>
      <a target="_blank" href="${app.config.appUrl}/join/mtg_1">Join class</a>
      <a href="/staff/people">Console</a><a href="//example.org/a">Elsewhere</a><a href="https://example.org/">Away</a><link href="/style.css"><button class="y">Save</button>`;
    const { view, response } = await render(await addStudent(app.context), "/dashboard", async () =>
      toPage(html),
    );
    const text = await response.text();
    const inView = `/staff/view/${view.id}`;
    expect(text).toContain(`href="${inView}/dashboard/progress/crs_1?page=2#top"`);
    expect(text).toContain(`href="/ar${inView}/courses"`);
    expect(text).toContain(`href="${inView}/join/mtg_1"`);
    for (const kept of ["/staff/people", "//example.org/a", "https://example.org/", "/style.css"]) {
      expect(text).toContain(`href="${kept}"`);
    }
    expect(text).not.toContain("<script");
    expect(text).not.toContain("props=");
    expect(text).toContain('<button disabled class="y">');
    expect(text).toContain('<button type="submit">End</button>');
    expect(response.headers.get("Content-Security-Policy")).toContain("script-src 'none'");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  it.each([
    ["a script", "Hifz <script> or </script>"],
    ["the banner", "<aside data-view-banner><form action=x>End</form></aside>"],
    ["an island", "<astro-island "],
    ["a comment", "<!--"],
    ["a link", "<a href=/login>"],
  ])("keep an attribute whose text looks like %s", async (_, title) => {
    const html = `${banner.replace("<body>", `<head><meta content="${title}"></head><body>`)}
      <img alt="${title}"><p title="><a href=https://example.org>Log in</a>">Text</p><script>1</script>`;
    const { response } = await render(await addStudent(app.context), "/dashboard", async () =>
      toPage(html),
    );
    const text = await response.text();
    expect(text).toBe(
      html.replace("<html ", "<html data-view data-signed-in ").replace("<script>1</script>", ""),
    );
  });

  it("aren't sent without the banner", async () => {
    const student = await addStudent(app.context);
    const work = async () => toPage("<html><body></body></html>");
    await expect(render(student, "/dashboard", work)).rejects.toThrow("no banner");
  });

  it.each([
    ["/dashboard", "", true],
    ["/dashboard", "?tab=courses", true],
    ["/dashboard", "?tab=settings", false],
    ["/dashboard/receipts", "", true],
    ["/dashboard/messages", "", false],
    ["/dashboard/earnings", "", false],
    ["/join/mtg_1", "", false],
    ["/start/mtg_1", "", false],
    ["/quran/study", "", false],
    ["/staff/people", "", false],
  ])("include %s%s: %s", async (path, search, isShown) => {
    let target: Request | undefined;
    await render(
      await addStudent(app.context),
      path,
      async (_, shown) => {
        target = shown;
        return toPage(banner);
      },
      search,
    );
    expect(target !== undefined).toBe(isShown);
  });
});

it("work outside a view can write, even after the same work was refused in a view", async () => {
  const student = await addStudent(app.context);
  const { db } = app.context;
  const change = () =>
    db.update(profiles).set({ name: "Own" }).where(eq(profiles.id, student.profileId)).execute();
  await expect(runReadOnly(student.userId, change)).rejects.toThrow();
  await change();
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, student.profileId));
  expect(profile?.name).toBe("Own");
});
