import { useState } from "react";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { updateCourse } from "#lib/courses/course-changes.calls.ts";
import { findCourseImage } from "#lib/courses/course-image.ts";
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import { editableCourseLevels } from "#lib/courses/courses.rules.ts";
import type { UpdateCourseInput } from "#lib/courses/courses.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import { withTexts } from "#translations/load.ts";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { CourseFields } from "./CourseFields.tsx";
import { CourseForm, type CourseFormKind } from "./CourseForm.tsx";
import { type EditValues, toEditValues, toUpdateInput } from "./course-form.ts";
import { DeleteCourse } from "./delete/DeleteCourse.tsx";
import { EditFields } from "./EditFields.tsx";
import { PriceHint } from "./PriceHint.tsx";
import { ScheduleRows } from "./ScheduleRows.tsx";

const t = getTexts("courseForm");

interface EditCourseFormProps {
  course: ApiCourse;
  timeZone: string | undefined;
  languages: readonly Option[];
  limits: VettingLimits;
  feePercent: number | undefined;
}

const editedCourse = deferSchema(
  async () => (await withTexts(import("./course-schemas.ts"))).editCourseForm,
);

const editing = (course: ApiCourse): CourseFormKind<UpdateCourseInput, EditValues> => ({
  schema: editedCourse,
  initial: toEditValues(course),
  toInput: (values) => toUpdateInput(values, course),
  save: (input) => updateCourse(course._id, input),
  wasPublic: course.status === "published",
  text: {
    submit: t("edit.submit"),
    busy: t("edit.busy"),
    success: t("edit.done"),
    uploadFailure: (reason) => t("replaceFailed", { reason }),
  },
});

export function EditCourseForm({
  course,
  timeZone,
  languages,
  limits,
  feePercent,
}: EditCourseFormProps) {
  // The form keeps its initial values.
  const [kind] = useState(() => editing(course));
  return (
    <CourseForm
      kind={kind}
      image={findCourseImage(course)}
      below={(onEnded) => <DeleteCourse course={course} onEnded={onEnded} />}
    >
      <CourseFields
        levels={editableCourseLevels}
        limits={limits}
        priceHint={<PriceHint feePercent={feePercent} />}
      />
      <ChoiceFields languages={languages} limits={limits} />
      <EditFields />
      <ScheduleRows timeZone={timeZone} />
    </CourseForm>
  );
}
