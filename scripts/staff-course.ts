/**
 * `npm run staff:hide-course -- <courseId> --reason "…"` and `staff:show-course`: removes a course
 * from all public pages, or restores it. Works while servers are running, on the PostgreSQL server
 * in DATABASE_URL or on the embedded database of the instance that runs on DATA_DIR.
 */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { hideCourse, showCourse } from "#server/courses/hide-course.ts";
import { refuse, runOnDatabase } from "./support/staff-command.ts";

const actions = { hide: hideCourse, show: showCourse };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: "string" } },
});
const [wanted, courseId, ...rest] = positionals;
const action = Object.entries(actions).find(([name]) => name === wanted);
if (!action || courseId === undefined || values.reason === undefined || rest.length > 0) {
  refuse(`Usage: npm run staff:${wanted ?? "hide"}-course -- <courseId> --reason "…"`);
} else {
  await run(action[1], courseId, values.reason);
}

async function run(change: typeof hideCourse, id: string, reason: string): Promise<void> {
  await runOnDatabase(async (db) => {
    const course = await change(db, id, { command: userInfo().username }, { reason });
    console.log(
      course.hiddenAt
        ? `"${course.title}" is hidden. Its teacher reads the reason; enrolled students keep access.`
        : `"${course.title}" is not hidden.`,
    );
  });
}
