/** The schemas of the course forms: those of the API, with additional requirements of the forms. */
import * as z from "zod/mini";
import {
  createCourseInput,
  findEmptySchedule,
  missingForPublishing,
  updateCourseInput,
} from "#lib/courses/courses.ts";
import type { Day } from "#lib/time/time.ts";
import { describeFreeOnly } from "./course-form.ts";

interface Publishable {
  status?: string | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  schedule?: readonly { day: Day }[] | undefined;
}

/** Requires these fields in the form. Existing drafts may lack them. */
const complete = (always: boolean) =>
  z.superRefine<Publishable>((course, context) => {
    if (!always && course.status !== "published") return;
    const { startDate = null, endDate = null, schedule = [] } = course;
    const dated = { startDate, endDate, schedule };
    for (const { field, message } of [
      ...missingForPublishing(dated),
      ...findEmptySchedule(dated),
    ]) {
      context.addIssue({ code: "custom", message, path: [field] });
    }
  });

export const createCourseForm = createCourseInput.check(complete(true));

/** The schema for teachers whose payment account can't accept payments. */
export const createFreeCourseForm = createCourseForm.check(
  z.refine((course) => course.price === 0, { error: describeFreeOnly, path: ["price"] }),
);
export const editCourseForm = updateCourseInput.check(complete(false));
