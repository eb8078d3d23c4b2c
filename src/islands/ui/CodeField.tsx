import type { ClipboardEvent, InputHTMLAttributes, Ref } from "react";
import { codeLength } from "#lib/accounts.ts";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

type CodeFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

const whole = new RegExp(`^\\d{${codeLength}}$`);

/** Takes the digits of what is pasted: codes are often written with a space or a dash within. */
function pasteDigits(event: ClipboardEvent<HTMLInputElement>): void {
  const digits = event.clipboardData.getData("text").replaceAll(/\D/g, "");
  if (digits === "") return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(digits.slice(0, codeLength), 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * A one-time code: numeric keyboard, offered by the phone when the mail or message arrives. Once
 * it is whole the form is sent: nothing is left to press.
 */
export function CodeField({ label, error, hint, className, onChange, ...input }: CodeFieldProps) {
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
          onPaste={pasteDigits}
          onChange={(event) => {
            onChange?.(event);
            if (whole.test(event.target.value)) event.target.form?.requestSubmit();
          }}
        />
      )}
    </FieldFrame>
  );
}
