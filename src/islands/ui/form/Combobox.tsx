import { useState } from "react";
import { withTexts } from "#translations/load.ts";
import { deferPart } from "../deferred.tsx";
import type { ComboboxProps } from "./combobox-props.ts";
import { controlClass, FieldFrame } from "./Field.tsx";

/**
 * A field for choosing one of many options by typing. Its library is as large as a page's own code, so
 * it loads after the first view. Until then, the field shows the selected option.
 */
export function Combobox(props: ComboboxProps) {
  const [isFocused, setFocused] = useState(false);
  return <DeferredCombobox {...props} autoFocus={isFocused} onFocusChange={setFocused} />;
}

interface DeferredProps extends ComboboxProps {
  /** Whether the field had the focus while it was waiting. */
  autoFocus: boolean;
  onFocusChange: (isFocused: boolean) => void;
}

const DeferredCombobox = deferPart<DeferredProps>(
  async () => {
    const { LoadedCombobox } = await withTexts(import("./LoadedCombobox.tsx"));
    return ({ onFocusChange: _, ...props }) => <LoadedCombobox {...props} />;
  },
  { Waiting: WaitingField },
);

function WaitingField({ value, search, ref, onFocusChange, ...field }: DeferredProps) {
  const { label, error, hint, optional, className } = field;
  return (
    <FieldFrame {...{ label, error, hint, optional, className }}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          readOnly
          value={search("").find((option) => option.value === value)?.label ?? ""}
          className={`select ${controlClass}`}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
        />
      )}
    </FieldFrame>
  );
}
