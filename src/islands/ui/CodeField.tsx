import type { InputHTMLAttributes, Ref } from "react";
import { codeLength } from "#lib/accounts.ts";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

type CodeFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** A one-time code: numeric keyboard, offered by the phone when the mail or message arrives. */
export function CodeField({ label, error, hint, className, ...input }: CodeFieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, className }}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          className={`input tabular text-lg tracking-[0.4em] ${controlClass}`}
        />
      )}
    </FieldFrame>
  );
}
