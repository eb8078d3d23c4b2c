import type { UseFormRegisterReturn } from "react-hook-form";
import { TextAreaField, TextField } from "../../ui/form/Field.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { findMessage } from "../../ui/form/use-schema-form.ts";
import { ProfileRows } from "./ProfileRows.tsx";
import type { ProfileField, ProfileTextField, ProfileTextName } from "./profile-fields.ts";

/** The part of a form that a profile field needs, whatever else the form contains. */
export interface ProfileForm {
  register: (name: ProfileTextName) => UseFormRegisterReturn;
  errors: Partial<Record<ProfileTextName, unknown>>;
}

/** A profile field of any kind. Row fields need the form's provider as an ancestor. */
export function ProfileFieldControl({ field, form }: { field: ProfileField; form: ProfileForm }) {
  return field.kind === "rows" ? (
    <ProfileRows field={field} />
  ) : (
    <TextControl field={field} form={form} />
  );
}

function TextControl({ field, form }: { field: ProfileTextField; form: ProfileForm }) {
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
