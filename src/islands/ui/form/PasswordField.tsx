import { type InputHTMLAttributes, type Ref, useState } from "react";
import { passwordToggle } from "../looks.ts";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

type PasswordFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A password with a button that shows and hides it. */
export function PasswordField({ id, label, error, hint, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = passwordToggle(shown);
  return (
    <FieldFrame {...{ id, label, error, hint, className }}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            className={`input pe-16 ${controlClass}`}
          />
          <button
            type="button"
            className="btn btn-ghost btn-sm absolute end-1 top-1 z-10 not-scripted:hidden"
            aria-label={toggle.label}
            aria-pressed={shown}
            aria-controls={control.id}
            data-show-password
            onClick={() => setShown(!shown)}
          >
            {toggle.text}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
