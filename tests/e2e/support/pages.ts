/**
 * Every route of the site with the screens at which tests look. A new page must be added here
 * (`reachable-routes.test.ts`) and is then checked in Arabic (`mirrored.test.ts`).
 */

import { liveClassId } from "#server/demo/demo-shapes.ts";

/**
 * Who opens a screen: someone with a demo account, the owner of the site, someone whose account has no
 * profile yet, or somebody without an account.
 */
export type Viewer =
  | "visitor"
  | "newcomer"
  | "student"
  | "graduate"
  | "teacher"
  | "teacher in a dispute"
  | "owner";

/**
 * The addresses of a screen. `linked` is the first link to this route on a screen that the viewer has
 * opened before, `all linked` are all of them, and `mailed` is a link in an email to anybody.
 */
export type Addresses = "linked" | "all linked" | "mailed" | readonly string[];

/** The screens of a route, or the reason why it has none. */
export type Screens = Readonly<Partial<Record<Viewer, Addresses>>> | string;

const linked = (...viewers: Viewer[]): Screens =>
  Object.fromEntries(viewers.map((viewer) => [viewer, "linked"]));

const [file, redirect] = ["a file", "a redirect"];

export const pages: Readonly<Record<string, Screens>> = {
  "/": { visitor: ["/"] },
  "/404": "shown by [...page] at unknown addresses",
  "/[...language]/share/site.png": file,
  "/[...page]": {
    visitor: [
      ...["/about", "/become-a-teacher", "/contact", "/help", "/privacy-policy", "/support"],
      ...["/terms-of-use", "/zoom-documentation", "/nowhere"],
    ],
    student: ["/about"],
  },
  "/account-deleted": { visitor: ["/account-deleted"] },
  "/add-course": { teacher: ["/add-course"] },
  "/cases/appeal": { visitor: "mailed" },
  "/certificates": { visitor: ["/certificates"] },
  "/certificates/[code]": linked("graduate"),
  "/classes/[classId]/quran": linked("student", "teacher"),
  "/classes/[classId]/recap": linked("student", "teacher"),
  "/contact/message": { visitor: ["/contact/message"] },
  "/contact/thanks": { visitor: ["/contact/thanks"] },
  "/courses": { visitor: ["/courses"] },
  "/courses/[id]": { visitor: "linked", student: "linked", teacher: "linked" },
  "/courses/compare": { visitor: ["/courses/compare"] },
  "/dashboard": {
    student: ["", "?tab=personal", "?tab=courses", "?tab=settings"].map(
      (tab) => `/dashboard${tab}`,
    ),
    teacher: ["", "?tab=courses", "?tab=students", "?tab=schedule", "?tab=settings"].map(
      (tab) => `/dashboard${tab}`,
    ),
  },
  "/dashboard/classes/[courseId]": linked("teacher"),
  "/dashboard/disputes/[id]": { "teacher in a dispute": "mailed" },
  "/dashboard/earnings": { teacher: ["/dashboard/earnings"] },
  "/dashboard/earnings.csv": file,
  "/dashboard/enrolled-courses/[id]": linked("student"),
  "/dashboard/feedback": { student: ["/dashboard/feedback"], teacher: ["/dashboard/feedback"] },
  "/dashboard/introduction": { teacher: ["/dashboard/introduction"] },
  "/dashboard/meetings": { teacher: ["/dashboard/meetings"] },
  "/dashboard/messages": { student: ["/dashboard/messages"] },
  "/dashboard/messages/[courseId]": linked("student", "teacher"),
  "/dashboard/progress": {
    student: ["/dashboard/progress"],
    graduate: ["/dashboard/progress"],
  },
  "/dashboard/progress/[courseId]": { student: "linked", graduate: "all linked" },
  "/dashboard/receipts": { student: ["/dashboard/receipts"] },
  "/dashboard/receipts/[id]": linked("student"),
  "/dashboard/recitations/[courseId]": linked("teacher"),
  "/dashboard/share/[courseId]": linked("teacher"),
  "/dashboard/students.csv": file,
  "/dashboard/verification": { teacher: ["/dashboard/verification"] },
  "/edit-course/[id]": linked("teacher"),
  "/favicon.ico": file,
  "/guardian": { visitor: "mailed" },
  "/guardian/confirm": { visitor: "mailed" },
  "/guardian/link": { visitor: ["/guardian/link"] },
  "/icons/[name].png": file,
  "/join/[meetingId]": { student: ["/join/unknown"], graduate: [`/join/${liveClassId}`] },
  "/login": { visitor: ["/login"] },
  "/manifest.webmanifest": file,
  "/newsletter": { visitor: ["/newsletter"] },
  "/newsletter/confirm": { visitor: "mailed" },
  "/newsletter/confirmed": { visitor: ["/newsletter/confirmed"] },
  "/newsletter/sent": { visitor: ["/newsletter/sent"] },
  "/newsletter/unsubscribe": { visitor: ["/newsletter/unsubscribe"] },
  "/onboarding": "accepts forms and redirects to the dashboard",
  "/progress/[token]": { visitor: "linked" },
  "/quran": { visitor: ["/quran"] },
  "/quran/[surah]": { visitor: ["/quran/112"], student: ["/quran/112"] },
  "/quran/[surah]/[verse]": { visitor: ["/quran/112/1"] },
  "/quran/juz/[juz]": { visitor: ["/quran/juz/30"] },
  "/quran/page": redirect,
  "/quran/page/[page]": { visitor: ["/quran/page/604"] },
  "/quran/plans": { visitor: ["/quran/plans"], student: ["/quran/plans"] },
  "/quran/plans/checkout": "accepts forms and redirects to the provider",
  "/quran/plans/manage": { student: ["/quran/plans/manage"] },
  "/quran/search": { visitor: ["/quran/search?q=mercy"] },
  "/quran/study": { student: ["/quran/study"] },
  "/register-student": { newcomer: ["/register-student"] },
  "/register-teacher": { newcomer: ["/register-teacher"] },
  "/report": { visitor: "linked", student: "linked" },
  "/reviews/decide": { visitor: "mailed", student: ["/reviews/decide"] },
  "/robots.txt": file,
  "/role-selection": { newcomer: ["/role-selection"] },
  "/rss.xml": file,
  "/saved": { student: ["/saved"] },
  "/share/courses/[id].png": file,
  "/share/courses/[id].svg": file,
  "/share/quran/[surah].png": file,
  "/share/quran/[surah]/[verse].png": file,
  "/share/teachers/[id].png": file,
  "/signup": { visitor: ["/signup"] },
  "/sitemap.xml": file,
  "/sitemaps/[name].xml": file,
  "/staff": { owner: ["/staff"] },
  "/staff/[section].csv": file,
  "/staff/cases": { owner: ["/staff/cases", "/staff/cases?status=decided"] },
  "/staff/cases/[id]": linked("owner"),
  "/staff/courses": { owner: ["/staff/courses"] },
  "/staff/courses/[id]": linked("owner"),
  "/staff/forbidden": { owner: ["/staff/forbidden"] },
  "/staff/letters": { owner: ["/staff/letters"] },
  "/staff/letters/[id]": linked("owner"),
  "/staff/letters/[id]/preview": "an email",
  "/staff/letters/suppressions": { owner: ["/staff/letters/suppressions"] },
  "/staff/log": { owner: ["/staff/log"] },
  "/staff/payments": { owner: ["/staff/payments"] },
  "/staff/payments/[id]": linked("owner"),
  "/staff/payments/premium": { owner: ["/staff/payments/premium"] },
  "/staff/payouts": { owner: ["/staff/payouts"] },
  "/staff/people": { owner: ["/staff/people"] },
  "/staff/people/[id]": linked("owner"),
  "/staff/revenue": { owner: ["/staff/revenue"] },
  "/staff/settings": { owner: ["/staff/settings"] },
  "/staff/sign-in": { owner: ["/staff/sign-in"] },
  "/staff/teachers": { owner: ["/staff/teachers"] },
  "/staff/teachers/[id]": linked("owner"),
  "/staff/view/[...path]": { owner: ["/staff/view/ended/dashboard"] },
  "/start/[meetingId]": {
    teacher: ["/start/unknown"],
    "teacher in a dispute": [`/start/${liveClassId}`],
  },
  "/students": { visitor: ["/students"] },
  "/students/[id]": linked("visitor"),
  "/students/featured": { visitor: ["/students/featured"] },
  "/teachers": { visitor: ["/teachers"] },
  "/teachers/[id]": linked("visitor"),
  "/teachers/compare": { visitor: ["/teachers/compare"] },
  "/terms-update": { student: ["/terms-update"] },
  "/tutors": redirect,
  "/unsubscribe": { visitor: "mailed" },
  "/verify-otp": { visitor: ["/verify-otp?email=maryam@example.org"] },
  "/zoom/app": { visitor: ["/zoom/app"] },
  "/zoom/auth/callback": { teacher: ["/zoom/auth/callback"] },
  "/zoom/open/[classId]": "opens Zoom",
};
