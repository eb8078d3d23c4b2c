import { useCombobox } from "downshift";
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";

export interface ComboboxOption {
  value: string;
  /** What stands in the field once it is chosen. */
  label: string;
  /** How it looks in the list. */
  content: ReactNode;
}

interface ComboboxProps extends FieldFrameProps {
  value: string;
  onChange: (value: string) => void;
  /** The options that fit what was typed, the best first; all of them for the empty text. */
  search: (typed: string) => readonly ComboboxOption[];
  /** What is said when nothing fits. */
  nothing: string;
  ref?: Ref<HTMLInputElement>;
}

const { stateChangeTypes: causes } = useCombobox;

/**
 * A field that finds one of many options by typing: the first that fits is taken with Enter, with
 * Tab, and by leaving the field. Escape brings back what was chosen.
 */
export function Combobox({ value, onChange, search, nothing, ref, ...frame }: ComboboxProps) {
  const place = useRef<HTMLDivElement>(null);
  /** Undefined while nothing was typed since the last choice. */
  const [typed, setTyped] = useState<string>();
  const options = search(typed ?? "");
  const chosen = search("").find((option) => option.value === value) ?? null;
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: [...options],
    itemToString: (option) => option?.label ?? "",
    itemToKey: (option) => option?.value,
    selectedItem: chosen,
    inputValue: typed ?? chosen?.label ?? "",
    defaultHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => {
      const isUntouched = type === causes.InputBlur && !typed?.trim();
      // Downshift empties the field on a second Escape: something is always chosen here.
      const keeps = isUntouched || type === causes.InputKeyDownEscape;
      // Another tap moves the caret, and closes nothing.
      if (type === causes.InputClick && state.isOpen) return state;
      return keeps ? { ...changes, selectedItem: state.selectedItem } : changes;
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChange(selectedItem.value);
    },
    onIsOpenChange: ({ isOpen: isOpenNow }) => {
      if (!isOpenNow) setTyped(undefined);
    },
  });
  const isShown = isOpen && options.length > 0;
  useEffect(() => {
    // The keyboard of a phone would cover the list below the field.
    if (!isOpen || !globalThis.matchMedia?.("(pointer: coarse)").matches) return;
    place.current?.scrollIntoView?.({ block: "start" });
  }, [isOpen]);

  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div ref={place} className="relative scroll-mt-28">
          <input
            {...getInputProps({
              ...control,
              ref,
              // The frame's label names the field.
              "aria-labelledby": undefined,
              "aria-expanded": isShown,
              autoCapitalize: "none",
              spellCheck: false,
              className: `select ${controlClass}`,
              onFocus: ({ target }) => target.select(),
              onClick: ({ currentTarget }) => {
                if (!isOpen) currentTarget.select();
              },
              // Here and not in Downshift's callback, which is too late for the caret.
              onChange: ({ currentTarget }) => {
                // Not every phone selects what stands there: what is typed beside it counts alone.
                const before = typed === undefined ? chosen?.label : undefined;
                const now = currentTarget.value;
                setTyped(before ? now.replace(before, "") : now);
              },
              onKeyDown: (event) => {
                // Escape closes the list alone, and not the dialog around it.
                if (isOpen && event.key === "Escape") event.stopPropagation();
              },
            })}
          />
          <div
            {...getMenuProps({ "aria-label": `Options: ${frame.label}` })}
            hidden={!isShown}
            className="absolute start-0 top-full z-20 w-64 min-w-full mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-field border border-base-300 bg-base-100 py-1 shadow-raised"
          >
            {isShown &&
              options.map((item, index) => (
                <div
                  key={item.value}
                  {...getItemProps({ item, index })}
                  data-active={index === highlightedIndex}
                  data-chosen={item.value === value}
                  className="min-h-11 cursor-pointer px-3 py-2 data-[active=true]:bg-secondary/15 data-[chosen=true]:font-semibold"
                >
                  {item.content}
                </div>
              ))}
          </div>
          <p
            role="status"
            className={isOpen && options.length === 0 ? "mt-1.5 text-sm" : "sr-only"}
          >
            {isOpen && typed ? describeFound(options.length, nothing) : ""}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

const describeFound = (count: number, nothing: string): string => {
  if (count === 0) return nothing;
  return count === 1 ? "1 found" : `${count} found`;
};
