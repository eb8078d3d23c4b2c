/**
 * The pages of a demo account, each with a text that only this person's data can produce.
 * Measurements and browser tests use the same list.
 */
import { listTabs, tabPath } from "#islands/dashboard/tabs.ts";
import { recapPath } from "#lib/live-pages/live-pages.rules.ts";
import { conversationPath } from "#lib/messages/conversation-path.ts";
import type { Role } from "#lib/people/people.options.ts";
import { demoCourses } from "#server/demo/data/demo-data.ts";
import { liveClassId, liveCourseKey } from "#server/demo/demo-shapes.ts";

export interface SignedInPage {
  /** The kind of page, for reports: the path without IDs. */
  name: string;
  path: string;
  /** Shown by the page for this person alone. */
  text: string;
}

export interface SignedInPages {
  role: Role;
  /** The cookies of the session. */
  cookies: { name: string; value: string }[];
  pages: SignedInPage[];
}

/** The cookies of a new session, and the access token for the API. */
interface DemoSession {
  cookies: { name: string; value: string }[];
  accessToken: string;
}

/** Logs in as a demo account: `student` and `teacher` are the first of each role. */
export async function logInToDemo(origin: string, account: string): Promise<DemoSession> {
  const email = `${account}@halaqa.test`;
  const login = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify({ email, password: "halaqa-demo" }),
  });
  if (!login.ok) throw new Error(`The log-in of ${email} failed: ${login.status}`);
  const cookies = login.headers.getSetCookie().map((line) => {
    const [pair = ""] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("=") };
  });
  return { cookies, accessToken: (await login.json()).data.accessToken };
}

/** Logs in as the first demo student or teacher and lists what they can open. */
export async function listSignedInPages(origin: string, role: Role): Promise<SignedInPages> {
  const { cookies, accessToken } = await logInToDemo(origin, role);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const call: Call = async (path, body) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()).data;
  };
  const open = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).text();
  const claims = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString();
  const profile = await call(`/users/authUser/${JSON.parse(claims).id}`);
  const listOwn = role === "teacher" ? listTeacherPages : listStudentPages;
  const pages = [
    ...(await listOwn({ call, profile, open })),
    page("/dashboard?tab=personal", profile.name),
    page("/dashboard?tab=settings", `${role}@halaqa.test`),
    page("/dashboard/feedback", role === "student" ? "my reading has changed" : "Write a review"),
  ];
  const missing = listTabs(role).filter(
    ({ id }) => !pages.some(({ path }) => path === tabPath(id)),
  );
  if (missing.length > 0) throw new Error(`Tabs without a text: ${missing.map(({ id }) => id)}`);
  return { role, cookies, pages };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the call
type Call = (path: string, body?: object) => Promise<any>;

interface Person {
  call: Call;
  profile: { _id: string; name: string };
  /** Gets a page as this person. */
  open: (path: string) => Promise<string>;
}

async function listStudentPages({ call, profile, open }: Person): Promise<SignedInPage[]> {
  const [course] = await call(`/courses/student/${profile._id}`);
  const receipts = await open("/dashboard/receipts");
  const receiptPath = first(receipts, /href="(\/dashboard\/receipts\/[^"]+)"/);
  const receiptNumber = first(receipts, /font-mono text-xs[^>]*>([^<]+)</);
  return [
    page("/dashboard", course.title),
    page("/dashboard?tab=courses", course.title),
    page(`/dashboard/enrolled-courses/${course._id}`, course.title),
    page("/dashboard/progress", course.title),
    page(`/dashboard/progress/${course._id}`, course.title),
    recap,
    page(`/courses/${course._id}`, "Go to course dashboard"),
    page("/dashboard/receipts", receiptNumber),
    page(receiptPath, receiptNumber),
    page("/quran/study", "Prayers to learn"),
    page("/quran/plans/manage", "Up to 20 highlights"),
    ...(await listMessagePages(call, course)),
  ];
}

async function listTeacherPages({ call }: Person): Promise<SignedInPage[]> {
  const { students } = await call("/enrollment/teacher/students");
  const [{ student, course }] = students;
  const { meetings } = await call("/zoom/teacher/meetings");
  const { topic } = meetings.find((meeting: { startTime: string }) => isUpcoming(meeting));
  return [
    page("/dashboard", course.title),
    page("/dashboard?tab=courses", course.title),
    page("/dashboard?tab=students", student.name),
    page("/dashboard?tab=schedule", "All Available"),
    page("/dashboard/meetings", topic),
    page("/dashboard/earnings", student.name),
    page(`/dashboard/classes/${course._id}`, course.title),
    page(`/dashboard/recitations/${course._id}`, student.name),
    page(`/dashboard/recitations/${course._id}?student=${student._id}`, "Memorization progress"),
    recap,
    page("/add-course", "Create course"),
    page(`/edit-course/${course._id}`, course.title),
    page(`/courses/${course._id}`, "Teachers cannot enroll in courses"),
    ...(await listMessagePages(call, course)),
  ];
}

/** The demo has no conversations, so this writes a message to a course's group. */
async function listMessagePages(
  call: Call,
  course: { _id: string; title: string },
): Promise<SignedInPage[]> {
  const text = "Please read the last page again before our next class.";
  const { threadId } = await call("/messages/threads", { courseId: course._id });
  const message = { text, clientId: `signed-in-pages-${threadId}` };
  await call(`/messages/threads/${threadId}/messages`, message);
  return [
    page("/dashboard/messages", course.title),
    page(conversationPath(threadId), text),
    page(`/dashboard/messages/${course._id}`, text),
  ];
}

const isUpcoming = ({ startTime }: { startTime: string }): boolean =>
  Date.parse(startTime) > Date.now();

/** IDs contain digits or capitals after a short prefix, as in `crs_2fZ`. */
const page = (path: string, text: string): SignedInPage => ({
  name: path.replaceAll(/[a-z]{3}_\w+/g, "{id}"),
  path,
  text,
});

function first(html: string, pattern: RegExp): string {
  const found = pattern.exec(html)?.[1];
  if (!found) throw new Error(`Nothing matches ${pattern}`);
  return found;
}

/** The recap of the ongoing demo class. */
const recap = page(
  recapPath(liveClassId),
  demoCourses.find(({ key }) => key === liveCourseKey)?.title ?? "",
);
