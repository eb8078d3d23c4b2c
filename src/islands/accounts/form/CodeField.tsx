import type { ClipboardEvent, InputHTMLAttributes, Ref } from "react";
import { codeLength, findCode } from "#lib/accounts/one-time-code.ts";
import { controlClass, FieldFrame, type FieldFrameProps } from "../../ui/form/Field.tsx";

type CodeFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** Extracts the code from pasted text, such as a whole line of the email. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const code = findCode(event.clipboardData.getData("text"));
  if (code === "") return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(code, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * A field for a one-time code, with a numeric keyboard and autofill from messages. Submits the form
 * as soon as the code is complete.
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
          className={`input tabular h-14 ps-[0.5em] text-center text-2xl font-semibold tracking-[0.5em] ${controlClass}`}
          onPaste={pasteCode}
          onChange={(event) => {
            const { target } = event;
            const code = findCode(target.value);
            if (code !== target.value) target.value = code;
            onChange?.(event);
            if (code.length === codeLength) target.form?.requestSubmit();
          }}
        />
      )}
    </FieldFrame>
  );
}
