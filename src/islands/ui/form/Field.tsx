import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { getTexts } from "#translations/ui.ts";
import { fieldErrorLook } from "../looks.ts";

const t = getTexts("ui");

export interface FieldFrameProps {
  /** Unique on the page. Generated if it is missing. */
  id?: string | undefined;
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the field as optional after its label. */
  optional?: boolean;
  className?: string;
}

interface Control {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A label, hint and error for one control, linked for screen readers. */
export function FieldFrame({
  id: givenId,
  label,
  error,
  hint,
  optional = false,
  className = "",
  children,
}: FieldFrameProps & { children: (control: Control) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean);
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="muted font-normal"> {t("optional")}</span>}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described.join(" ") || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="muted text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={fieldErrorLook}>
          {error}
        </p>
      )}
    </div>
  );
}

export const controlClass =
  "w-full aria-invalid:border-error disabled:border-base-300 disabled:bg-base-100";

type TextFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className"> & { ref?: Ref<HTMLInputElement> };

export function TextField({
  id,
  label,
  error,
  hint,
  optional,
  className,
  ...input
}: TextFieldProps) {
  return (
    <FieldFrame {...{ id, label, error, hint, optional, className }}>
      {(control) => (
        <input {...input} {...control} className={`input read-only:bg-base-200 ${controlClass}`} />
      )}
    </FieldFrame>
  );
}

type TextAreaFieldProps = FieldFrameProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "className"> & {
    ref?: Ref<HTMLTextAreaElement>;
  };

export function TextAreaField({
  id,
  label,
  error,
  hint,
  optional,
  className,
  ...input
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ id, label, error, hint, optional, className }}>
      {(control) => (
        <textarea rows={4} {...input} {...control} className={`textarea ${controlClass}`} />
      )}
    </FieldFrame>
  );
}
