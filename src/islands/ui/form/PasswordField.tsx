import { type InputHTMLAttributes, type Ref, useState } from "react";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

type PasswordFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A password with a button that shows and hides it. */
export function PasswordField({ label, error, hint, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...{ label, error, hint, className }}>
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
            className="btn btn-ghost btn-sm absolute end-1 top-1 z-10"
            aria-label={shown ? "Hide password" : "Show password"}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
