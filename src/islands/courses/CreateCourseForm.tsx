import { useState } from "react";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { createCourse } from "#lib/courses/course-changes.calls.ts";
import { courseLevels } from "#lib/courses/courses.rules.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import { nameInEnglish } from "#lib/text/display-names.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import { withTexts } from "#translations/load.ts";
import { getLanguage } from "#translations/runtime.ts";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { CourseFields } from "./CourseFields.tsx";
import { CourseForm, type CourseFormKind } from "./CourseForm.tsx";
import { type CreateValues, describeFreeOnly, emptyCourse, toCreateInput } from "./course-form.ts";
import { ScheduleRows } from "./ScheduleRows.tsx";
import { TopicRows } from "./TopicRows.tsx";

const t = getTexts("courseForm");

const paidCourse = deferSchema(
  async () => (await withTexts(import("./course-schemas.ts"))).createCourseForm,
);
const freeCourse = deferSchema(
  async () => (await withTexts(import("./course-schemas.ts"))).createFreeCourseForm,
);

const creating = (canBePaid: boolean): CourseFormKind<CreateCourseInput, CreateValues> => ({
  schema: canBePaid ? paidCourse : freeCourse,
  initial: { ...emptyCourse, language: nameInEnglish(getLanguage()) },
  toInput: toCreateInput,
  save: (input) => createCourse({ ...input, imageUrl: input.imageUrl ?? "" }),
  text: {
    submit: t("create.submit"),
    busy: t("create.busy"),
    success: t("create.done"),
    uploadFailure: (reason) => t("uploadFailed", { reason }),
  },
});

interface CreateCourseFormProps {
  timeZone: string | undefined;
  /** Whether the teacher's payment account can accept payments. */
  canBePaid: boolean;
  languages: readonly Option[];
  limits: VettingLimits;
  fee: string | undefined;
}

function PriceHint({ fee }: Pick<CreateCourseFormProps, "fee">) {
  return (
    <>
      {t("field.priceHint")}
      {fee && <span className="block">{fee}</span>}
    </>
  );
}

export function CreateCourseForm({
  timeZone,
  canBePaid,
  languages,
  limits,
  fee,
}: CreateCourseFormProps) {
  const [kind] = useState(() => creating(canBePaid));
  return (
    <CourseForm kind={kind}>
      <CourseFields
        levels={courseLevels}
        limits={limits}
        priceHint={canBePaid ? <PriceHint fee={fee} /> : describeFreeOnly()}
      />
      <ChoiceFields languages={languages} limits={limits} />
      <TopicRows />
      <ScheduleRows timeZone={timeZone} />
    </CourseForm>
  );
}
