import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { labelLevel, labelStatus } from "#lib/courses/course-labels.ts";
import { courseStatuses } from "#lib/courses/courses.rules.ts";
import { refundPolicies } from "#lib/payments/refund-policy.ts";
import { labelRefundPolicy } from "#lib/payments/refund-policy-texts.ts";
import type { VettingLimits } from "#lib/vetting/limits.ts";
import { getTexts } from "#translations/course-form.ts";
import type { CourseValues } from "./course-form.ts";
import { VerificationNote } from "./shared/VerificationNote.tsx";

const t = getTexts("courseForm");

const listStatusOptions = () =>
  courseStatuses.map((value) => ({ value, label: labelStatus(value) }));

const listRefundOptions = () =>
  refundPolicies.map((value) => ({ value, label: labelRefundPolicy(value) }));

interface CourseFieldsProps {
  levels: readonly string[];
  limits: VettingLimits;
  priceHint?: ReactNode;
}

/** Fields shared by the create and edit forms, except rows. */
export function CourseFields({
  levels,
  limits,
  priceHint = t("field.priceHint"),
}: CourseFieldsProps) {
  const { control, register, formState } = useFormContext<CourseValues>();
  const status = useWatch({ control, name: "status" });
  const { errors } = formState;
  return (
    <>
      <TextField
        className="sm:col-span-2"
        label={t("field.title")}
        dir="auto"
        error={errors.title?.message}
        {...register("title")}
      />
      <TextAreaField
        className="sm:col-span-2"
        label={t("field.description")}
        dir="auto"
        rows={6}
        hint={t("field.descriptionHint")}
        error={errors.description?.message}
        {...register("description")}
      />
      <TextField
        label={t("field.price")}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        hint={priceHint}
        error={errors.price?.message}
        {...register("price")}
      />
      <TextField
        label={t("field.duration")}
        type="number"
        inputMode="numeric"
        min={1}
        error={errors.duration?.message}
        {...register("duration")}
      />
      <SelectField
        label={t("field.level")}
        options={levels.map((value) => ({ value, label: labelLevel(value) }))}
        error={errors.level?.message}
        {...register("level")}
      />
      <TextField
        label={t("field.maxStudents")}
        type="number"
        inputMode="numeric"
        min={1}
        error={errors.maxStudents?.message}
        {...register("maxStudents")}
      />
      <TextField
        label={t("field.startDate")}
        type="date"
        error={errors.startDate?.message}
        {...register("startDate")}
      />
      <TextField
        label={t("field.endDate")}
        type="date"
        error={errors.endDate?.message}
        {...register("endDate")}
      />
      <SelectField
        label={t("field.status")}
        options={listStatusOptions()}
        hint={t("field.statusHint")}
        error={errors.status?.message}
        {...register("status")}
      />
      <SelectField
        label={t("field.refundPolicy")}
        options={listRefundOptions()}
        hint={t("field.refundPolicyHint")}
        error={errors.refundPolicy?.message}
        {...register("refundPolicy")}
      />
      {limits.publishing && status === "published" && <VerificationNote about="publishing" />}
      <label className="flex items-start gap-3 text-sm sm:col-span-2">
        <input type="checkbox" className="checkbox" {...register("proRata")} />
        <span className="grid gap-0.5">
          <span className="font-medium">{t("field.proRata")}</span>
          <span className="muted">{t("field.proRataHint")}</span>
        </span>
      </label>
    </>
  );
}
