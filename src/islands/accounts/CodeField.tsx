import type { ClipboardEvent, InputHTMLAttributes, Ref } from "react";
import { codeLength, findCode } from "#lib/accounts/one-time-code.ts";
import { controlClass, FieldFrame, type FieldFrameProps } from "../ui/Field.tsx";

type CodeFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type"> & {
    ref?: Ref<HTMLInputElement>;
  };

/** Takes the code out of what is pasted, e.g. out of a whole line of the mail. */
function pasteCode(event: ClipboardEvent<HTMLInputElement>): void {
  const code = findCode(event.clipboardData.getData("text"));
  if (code === "") return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(code, 0, input.value.length, "end");
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
