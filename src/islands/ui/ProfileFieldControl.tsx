import type { UseFormRegisterReturn } from "react-hook-form";
import { TextAreaField, TextField } from "./Field.tsx";
import type { ProfileField, ProfileFieldName } from "./profile-fields.ts";
import { SelectField } from "./SelectField.tsx";
import { findMessage } from "./use-schema-form.ts";

/** What a field needs of the form in which it stands, whatever else that form holds. */
export interface ProfileForm {
  register: (name: ProfileFieldName) => UseFormRegisterReturn;
  errors: Partial<Record<ProfileFieldName, unknown>>;
}

/** One field of the profile, by its kind. */
export function ProfileFieldControl({ field, form }: { field: ProfileField; form: ProfileForm }) {
  const { name, label, hint, optional = false, wide = false } = field;
  const shared = {
    label,
    hint,
    optional,
    className: wide ? "sm:col-span-2" : "",
    error: findMessage(form.errors[name]),
    ...form.register(name),
  };
  switch (field.kind) {
    case "choice": {
      const { options, placeholder, autoComplete } = field;
      return <SelectField {...shared} {...{ options, placeholder, autoComplete }} />;
    }
    case "prose":
      return <TextAreaField {...shared} dir="auto" />;
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
      return <TextField {...shared} dir="auto" />;
    case "line":
      return (
        <TextField
          {...shared}
          type={field.type ?? "text"}
          autoComplete={field.autoComplete}
          dir={field.type === "tel" ? "ltr" : "auto"}
        />
      );
  }
}
