/**
 * `npm run staff:hide-course -- <courseId> --reason "…"` and `staff:show-course`: removes a course
 * from all public pages, or restores it, as in the console. Works while servers are running, with their
 * settings, on the PostgreSQL server in DATABASE_URL or on the embedded database of the instance that
 * runs on DATA_DIR.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { showCourse } from "#server/courses/hide-course.ts";
import { hideCourseDirectly } from "#server/moderation/decide-directly.ts";
import { refuse, runOnSite } from "./support/staff-command.ts";

const author = { command: userInfo().username };

const actions = {
  hide: (id: string, reason: string) =>
    runOnSite(async (context) => {
      const title = await hideCourseDirectly(context, author, id, { reason });
      console.log(
        `"${title}" is hidden. Its teacher gets an email with the reason; enrolled students keep access.`,
      );
    }),
  show: (id: string, reason: string) =>
    runOnSite(async (context) => {
      const course = await showCourse(context, id, author, { reason });
      console.log(
        `"${course.title}" is ${course.hiddenAt ? "still hidden, because its teacher is suspended" : "not hidden"}.`,
      );
    }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: "string" } },
});
const [wanted, courseId, ...rest] = positionals;
const action = Object.entries(actions).find(([name]) => name === wanted);
if (!action || courseId === undefined || values.reason === undefined || rest.length > 0) {
  refuse(`Usage: npm run staff:${wanted ?? "hide"}-course -- <courseId> --reason "…"`);
} else {
  await action[1](courseId, values.reason);
}
