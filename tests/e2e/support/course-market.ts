/** A teacher's courses in every state and viewers of every kind, created through the API. */
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { days } from "#lib/time/time.ts";
import { joinByApi } from "./people.ts";
import type { Site } from "./site.ts";

export interface Viewer {
  page: Page;
  email: string;
  profileId: string;
  /** Calls the API as this person. @returns `data` of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<any>;
}

/** Signs a person up in a separate browser in this time zone. */
export async function addViewer(
  browser: Browser,
  site: Site,
  role: "student" | "teacher",
  {
    zone = "Africa/Cairo",
    ...profile
  }: { zone?: string; name?: string } & Record<string, unknown> = {},
): Promise<Viewer> {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: zone });
  const { request } = context;
  const email = await joinByApi(request, site, role);
  const age = role === "student" ? { age: 27 } : {};
  const input = {
    ...{ role, name: "Maryam Siddiqui", country: "Egypt", timeZone: zone, ...age },
    ...profile,
  };
  const call = async (method: string, path: string, data?: object) => {
    const token = await freshToken(request, site);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).data;
  };
  const { _id } = await call("POST", "/auth/register", input);
  await context.addInitScript(() => localStorage.setItem("isAuthenticated", "true"));
  return { page: await context.newPage(), email, profileId: _id, call };
}

async function freshToken(request: APIRequestContext, { url }: Site): Promise<string> {
  const headers = { origin: url };
  const answer = await request.post("/api/auth/refresh", { data: {}, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data.accessToken;
}

/** Sets up the teacher's payment account through the provider's page. */
export async function acceptPayments(teacher: Viewer, site: Site): Promise<void> {
  const { result } = await teacher.call("POST", "/connect/accounts/setup");
  const { pathname } = new URL(result.accountLink);
  const onboarded = await fetch(`${site.sandboxUrl}${pathname}/complete`, {
    method: "POST",
    redirect: "manual",
  });
  expect(onboarded.status).toBe(303);
  expect((await teacher.call("GET", "/connect/accounts/current")).charges_enabled).toBe(true);
}

const dayMs = 24 * 60 * 60 * 1000;

/** The date the given number of days from today, as YYYY-MM-DD. */
export const dateIn = (days: number): string =>
  new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** How many courses this process has added. */
let added = 0;

/**
 * Adds a published course of eight weeks that started last week, at an hour that no other course
 * uses: three days from now, or on the next days if there are many. So in every time zone, no class
 * takes place during a test. @returns its ID.
 */
export async function addCourse(teacher: Viewer, overrides: object = {}): Promise<string> {
  const inThreeDays = new Date(Date.now() + 3 * dayMs).getUTCDay();
  // `days` begins with Monday.
  const day = days[(inThreeDays + 6 + Math.floor(added / 23)) % days.length];
  const hour = (added % 23) + 1;
  added += 1;
  const at = (minutes: string) => `${String(hour).padStart(2, "0")}:${minutes}`;
  const course = await teacher.call("POST", "/courses", {
    // No course in the demo data has this title.
    title: "Tajweed in eight evenings",
    description: "One short passage every week.",
    price: 20,
    duration: 8,
    level: "Beginner",
    topics: ["Tajweed"],
    startDate: dateIn(-7),
    endDate: dateIn(49),
    maxStudents: 2,
    status: "published",
    schedule: [{ day, startTime: at("00"), endTime: at("45") }],
    ...overrides,
  });
  return course._id;
}

/** Enrolls in the course. If it isn't free, pays on the provider's page. */
export async function takeSeat(student: Viewer, site: Site, courseId: string): Promise<void> {
  const input = { studentId: student.profileId };
  const { checkoutUrl } = await student.call(
    "POST",
    `/enrollment/course/${courseId}/enroll`,
    input,
  );
  if (checkoutUrl.startsWith(site.url)) return;
  const { request } = student.page.context();
  const paid = await request.post(`${checkoutUrl}/pay`, { form: { card: "4242424242424242" } });
  expect(paid.ok(), await paid.text()).toBe(true);
}
