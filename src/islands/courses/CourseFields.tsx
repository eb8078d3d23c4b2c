import { useFormContext } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { type CourseStatus, courseStatuses } from "#lib/courses/courses.rules.ts";
import { refundPolicies, refundPolicyLabels } from "#lib/payments/refund-policy.ts";
import type { CourseValues } from "./course-form.ts";

const statusLabels: Record<CourseStatus, string> = {
  draft: "Draft",
  published: "Published",
  archived: "Archived",
};
const statusOptions = courseStatuses.map((value) => ({ value, label: statusLabels[value] }));

const refundOptions = refundPolicies.map((value) => ({ value, label: refundPolicyLabels[value] }));

interface CourseFieldsProps {
  levels: readonly string[];
  priceHint?: string;
}

/** Fields shared by the create and edit forms, except rows. */
export function CourseFields({
  levels,
  priceHint = "Enter 0 for a free course",
}: CourseFieldsProps) {
  const { register, formState } = useFormContext<CourseValues>();
  const { errors } = formState;
  return (
    <>
      <TextField
        className="sm:col-span-2"
        label="Title"
        dir="auto"
        error={errors.title?.message}
        {...register("title")}
      />
      <TextAreaField
        className="sm:col-span-2"
        label="Description"
        dir="auto"
        rows={6}
        hint="You can use lists, bold, headings and links"
        error={errors.description?.message}
        {...register("description")}
      />
      <TextField
        label="Price (USD)"
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        hint={priceHint}
        error={errors.price?.message}
        {...register("price")}
      />
      <TextField
        label="Duration (weeks)"
        type="number"
        inputMode="numeric"
        min={1}
        error={errors.duration?.message}
        {...register("duration")}
      />
      <SelectField
        label="Level"
        options={levels.map((value) => ({ value, label: value }))}
        error={errors.level?.message}
        {...register("level")}
      />
      <TextField
        label="Maximum students"
        type="number"
        inputMode="numeric"
        min={1}
        error={errors.maxStudents?.message}
        {...register("maxStudents")}
      />
      <TextField
        label="Start date"
        type="date"
        error={errors.startDate?.message}
        {...register("startDate")}
      />
      <TextField
        label="End date"
        type="date"
        error={errors.endDate?.message}
        {...register("endDate")}
      />
      <SelectField
        label="Status"
        options={statusOptions}
        hint="Only published courses appear in search. Add dates and at least one class first."
        error={errors.status?.message}
        {...register("status")}
      />
      <SelectField
        label="Refund policy"
        options={refundOptions}
        hint="What students get back if they leave. Changes apply to new enrollments only."
        error={errors.refundPolicy?.message}
        {...register("refundPolicy")}
      />
    </>
  );
}
