import { type UseFormRegisterReturn, useWatch } from "react-hook-form";
import { isChild } from "#lib/people/people.options.ts";
import { TextAreaField, TextField } from "../../ui/form/Field.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { findMessage } from "../../ui/form/use-schema-form.ts";
import { ProfileRows } from "./ProfileRows.tsx";
import type { ProfileField, ProfileTextField, ProfileTextName } from "./profile-fields.ts";
import type { ProfileTextValues } from "./profile-values.ts";

/** The part of a form that a profile field needs, whatever else the form contains. */
export interface ProfileForm {
  register: (name: ProfileTextName) => UseFormRegisterReturn;
  errors: Partial<Record<ProfileTextName, unknown>>;
}

/**
 * A profile field of any kind. Row fields, and fields that only children must fill in, need the
 * form's provider as an ancestor.
 */
export function ProfileFieldControl({ field, form }: { field: ProfileField; form: ProfileForm }) {
  if (field.kind === "rows") return <ProfileRows field={field} />;
  const Control = field.requiredFromChildren ? ChildControl : TextControl;
  return <Control field={field} form={form} />;
}

/** A field that becomes required when the age is that of a child. */
function ChildControl({ field, form }: { field: ProfileTextField; form: ProfileForm }) {
  const age = useWatch<ProfileTextValues, "age">({ name: "age" });
  const optional = !isChild(Number.parseInt(age, 10));
  return <TextControl field={{ ...field, optional }} form={form} />;
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
