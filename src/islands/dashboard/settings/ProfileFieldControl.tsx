import type { UseFormReturn } from "react-hook-form";
import { TextAreaField, TextField } from "#islands/ui/Field.tsx";
import type { ProfileValues } from "#islands/ui/profile-values.ts";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { findMessage } from "#islands/ui/use-schema-form.ts";
import type { ProfileField } from "./profile-fields.ts";

interface ProfileFieldControlProps {
  field: ProfileField;
  form: Pick<UseFormReturn<ProfileValues>, "register" | "formState">;
}

/** One field of the profile, by its kind. */
export function ProfileFieldControl({ field, form }: ProfileFieldControlProps) {
  const { name, label, hint, optional = false } = field;
  const shared = {
    label,
    hint,
    optional,
    error: findMessage(form.formState.errors[name]),
    ...form.register(name),
  };
  switch (field.kind) {
    case "choice": {
      const { options, placeholder } = field;
      return (
        <SelectField
          {...shared}
          options={options}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      );
    }
    case "prose":
      return <TextAreaField {...shared} className="sm:col-span-2" />;
    case "number":
      return (
        <TextField
          {...shared}
          type="number"
          inputMode="numeric"
          step={1}
          min={field.min}
          max={field.max}
        />
      );
    case "list":
      return <TextField {...shared} />;
    case "line":
      return (
        <TextField {...shared} type={field.type ?? "text"} autoComplete={field.autoComplete} />
      );
  }
}
