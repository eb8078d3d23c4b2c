import type { Ref, SelectHTMLAttributes } from "react";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

export interface Option {
  value: string;
  label: string;
}

type SelectFieldProps = FieldFrameProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> & {
    options: readonly Option[];
    /** The words of an empty first option. */
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  };

export function SelectField({
  label,
  error,
  hint,
  optional,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, optional, className }}>
      {(control) => (
        <select {...select} {...control} className={`select ${controlClass}`}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
