import { createCourse } from "#lib/client/courses.calls.ts";
import { type CreateCourseInput, courseLevels } from "#lib/courses.ts";
import { CourseFields } from "./CourseFields.tsx";
import { CourseForm, type CourseFormKind } from "./CourseForm.tsx";
import { type CreateValues, createCourseForm, emptyCourse, toCreateInput } from "./course-form.ts";
import { ScheduleRows } from "./ScheduleRows.tsx";
import { TopicRows } from "./TopicRows.tsx";

const creating: CourseFormKind<CreateCourseInput, CreateValues> = {
  schema: createCourseForm,
  initial: emptyCourse,
  toInput: toCreateInput,
  save: (input) => createCourse({ ...input, imageUrl: input.imageUrl ?? "" }),
  words: {
    submit: "Create Course",
    busy: "Creating...",
    success: "Course created successfully! Redirecting to dashboard...",
    failure: "Failed to create course",
    uploadFailure: "Failed to upload image",
  },
};

export function CreateCourseForm({ timeZone }: { timeZone: string | undefined }) {
  return (
    <CourseForm kind={creating}>
      <CourseFields levels={courseLevels} />
      <TopicRows />
      <ScheduleRows timeZone={timeZone} />
    </CourseForm>
  );
}
