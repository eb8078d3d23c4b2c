import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { deferPart } from "#islands/ui/deferred.tsx";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import type { Option } from "#islands/ui/form/SelectField.tsx";
import { createCourse } from "#lib/courses/course-changes.calls.ts";
import { courseLevels } from "#lib/courses/courses.rules.ts";
import type { CreateCourseInput } from "#lib/courses/courses.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { nameInEnglish } from "#lib/text/display-names.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import { withTexts } from "#translations/load.ts";
import { getLanguage } from "#translations/runtime.ts";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { CourseFields } from "./CourseFields.tsx";
import { CourseForm, type CourseFormKind } from "./CourseForm.tsx";
import { type CreateValues, describeFreeOnly, emptyCourse, toCreateInput } from "./course-form.ts";
import { PriceHint } from "./PriceHint.tsx";
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

/** Loads once the course has a title, because the first view has nothing to show. */
const CoursePreview = deferPart(
  async () => (await withTexts(import("./CoursePreview.tsx"))).CoursePreview,
  { Waiting: () => null, isRare: true },
);

interface CreateCourseFormProps {
  teacher: Profile;
  /** Whether the teacher's payment account can accept payments. */
  canBePaid: boolean;
  languages: readonly Option[];
  limits: VettingLimits;
  fee: string | undefined;
  feePercent: number | undefined;
}

type NamedPreviewProps = Pick<CreateCourseFormProps, "teacher" | "languages"> & {
  image: File | undefined;
};

function NamedPreview(props: NamedPreviewProps) {
  const { control } = useFormContext<CreateValues>();
  const title = useWatch({ control, name: "title" });
  return title.trim() === "" ? null : <CoursePreview {...props} />;
}

export function CreateCourseForm({
  teacher,
  canBePaid,
  languages,
  limits,
  fee,
  feePercent,
}: CreateCourseFormProps) {
  const [kind] = useState(() => creating(canBePaid));
  return (
    <CourseForm
      kind={kind}
      preview={(image) => <NamedPreview teacher={teacher} languages={languages} image={image} />}
    >
      <CourseFields
        levels={courseLevels}
        limits={limits}
        priceHint={canBePaid ? <PriceHint fee={fee} feePercent={feePercent} /> : describeFreeOnly()}
      />
      <ChoiceFields languages={languages} limits={limits} />
      <TopicRows />
      <ScheduleRows timeZone={teacher.timeZone} />
    </CourseForm>
  );
}
