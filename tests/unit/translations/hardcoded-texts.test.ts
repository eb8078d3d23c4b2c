/** All texts that people see are in the catalogs. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findHardcodedTexts } from "../../../scripts/support/hardcoded-texts.ts";

const root = join(import.meta.dirname, "../../..");

/** Files whose texts are read only by operators, staff and developers, or aren't part of the interface. */
const english = [
  "src/{sandbox,styleguide,translations,content}/**",
  "src/server/{config,demo,staff}/**",
  // The descriptions of the API.
  "src/**/*.{routes,staff-routes}.ts",
  "src/server/http/open-api.ts",
  // Messages about the operator's settings and files.
  "src/lib/audio/reciters.ts",
  "src/server/quran/words/grammar-file.ts",
  "src/server/monitoring/alerts.ts",
  "src/server/payments/reconciliation/findings.ts",
  // Emails to staff, and the page on which staff decide about reviews.
  "src/server/cases/staff.mails.ts",
  "src/server/payments/disputes/staff.mails.ts",
  "src/server/plans/console/plan-disputes.mails.ts",
  "src/server/contact/contact.mails.ts",
  "src/server/messages/reports.ts",
  "src/server/reviews/reviews.mails.ts",
  "src/pages/reviews/decide.astro",
  // Answers to other servers.
  "src/server/meetings/provider/notifications.ts",
  // Titles of books and data sets.
  "src/lib/quran/editions.ts",
];
const files = globSync("src/**/*.{astro,ts,tsx}", { cwd: root, exclude: english });

/** Parts of files with other texts. */
const exceptions = new Set([
  // The email to staff about a subscriber.
  ...["A new newsletter subscriber", "… has confirmed.", "this is the … support address"].map(
    (text) => `src/server/newsletter/newsletter.mails.ts ${text}`,
  ),
  // Names of apps, which are the same in every language.
  ...[
    "src/islands/courses/shared/ShareCourse.tsx",
    "src/components/people/teachers/TeacherActions.astro",
  ].flatMap((file) => ["WhatsApp", "Telegram"].map((name) => `${file} ${name}`)),
  // Part of the browser's API.
  "src/islands/introductions/Recorder.tsx MediaRecorder",
  // Names of a key, of CSS classes and of a part of the iCalendar format.
  ...["exportMarkdown", "exportJson", "exportAnnotations"].map(
    (text) => `src/islands/study/ImportExport.tsx ${text}`,
  ),
  "src/islands/ui/looks.ts border-error/40 bg-error/10 text-error",
  "src/server/calendar/merge-invitations.ts ……END:VCALENDAR",
  "src/server/rate-limits.ts delete from rate_limits where key = $1 and … is not null",
]);

test("no source file contains texts that people see", { timeout: 180_000 }, () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    findHardcodedTexts(file, readFileSync(join(root, file), "utf8")).map(({ line, text }) => ({
      place: `${file}:${line} ${text}`,
      key: `${file} ${text}`,
    })),
  );
  const unknown = found.filter(({ key }) => !exceptions.has(key)).map(({ place }) => place);
  expect(unknown).toEqual([]);
});

const frame = (html: string) => `---\nconst isNew = true;\n---\n${html}`;

test.for([
  ["text of an element", "a.tsx", "const a = <p>Save it</p>;", "Save it"],
  ["text of a page", "a.astro", frame("<p>Save it</p>"), "Save it"],
  ["a choice of texts", "a.astro", frame('<p>{isNew ? "New" : "Old"}</p>'), "New"],
  ["a comma between texts", "a.tsx", 'const a = <p>{t("class")}, {t("day")}</p>;', ","],
  ["a label", "a.tsx", 'const a = <input aria-label="Name" />;', "Name"],
  ["a message of an error", "a.ts", `throw new AppError("conflict", \`At \${place}\`);`, "At …"],
  ["a message of a schema", "a.ts", 'z.string("Please enter a date")', "Please enter a date"],
  ["a subject", "a.ts", 'const mail = { subject: "Welcome" };', "Welcome"],
] as const)("%s is found", ([, file, source, text]) => {
  expect(findHardcodedTexts(file, source).map((each) => each.text)).toContain(text);
});

test.for([
  ["a text of the catalog", 'const a = <p>{t("save")}</p>;'],
  ["a class", 'const a = <p className="btn btn-sm" />;'],
  ["the name of a product", "const a = <p>Zoom</p>;"],
  ["an error for developers", 'throw new Error("There is no seat");'],
  ["a description of the API", 'documented(tag, "Log in", { description: "Starts a session." });'],
] as const)("%s isn't a text of the interface", ([, source]) => {
  expect(findHardcodedTexts("a.tsx", source)).toEqual([]);
});
