import type { Ref, SelectHTMLAttributes } from "react";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

export interface Option {
  value: string;
  label: string;
  /** The heading of the group. Adjacent options with the same heading form one group. */
  group?: string;
}

/** Splits options into groups of adjacent options with the same heading. */
function groupOptions(options: readonly Option[]): [string | undefined, Option[]][] {
  const groups: [string | undefined, Option[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}

const showOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);

type SelectFieldProps = FieldFrameProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> & {
    options: readonly Option[];
    /** Text of the empty first option. */
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
          {groupOptions(options).map(([heading, members]) =>
            heading === undefined ? (
              members.map(showOption)
            ) : (
              <optgroup key={heading} label={heading}>
                {members.map(showOption)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </FieldFrame>
  );
}
