import { useCombobox } from "downshift";
import { useEffect, useRef, useState } from "react";
import { getTexts } from "#translations/ui.ts";
import type { ComboboxProps } from "./combobox-props.ts";
import { controlClass, FieldFrame } from "./Field.tsx";

const t = getTexts("ui");

const { stateChangeTypes: causes } = useCombobox;

/**
 * A field for choosing one of many options by typing. Enter, Tab and leaving the field select the
 * first match. Escape restores the previous value.
 */
export function LoadedCombobox({
  value,
  onChange,
  search,
  nothing,
  ref,
  autoFocus,
  ...frame
}: ComboboxProps & { autoFocus: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  /** Undefined if nothing was typed since the last selection. */
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
      // Downshift empties the field on a second Escape, but this field must always have a value.
      const keeps = isUntouched || type === causes.InputKeyDownEscape;
      // Another tap moves the caret and must not close the list.
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
    // A phone's keyboard would cover the list below the field.
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
              autoFocus,
              // The field is named by the label of its frame.
              "aria-labelledby": undefined,
              "aria-expanded": isShown,
              autoCapitalize: "none",
              spellCheck: false,
              className: `select ${controlClass}`,
              onFocus: ({ target }) => target.select(),
              onClick: ({ currentTarget }) => {
                if (!isOpen) currentTarget.select();
              },
              // Not in Downshift's callback, because it runs too late and the caret would jump.
              onChange: ({ currentTarget }) => {
                // Not every phone selects the existing text on focus, so remove it if something is
                // typed next to it.
                const before = typed === undefined ? chosen?.label : undefined;
                const now = currentTarget.value;
                setTyped(before ? now.replace(before, "") : now);
              },
              onKeyDown: (event) => {
                // Escape closes only the list, not the dialog around it.
                if (isOpen && event.key === "Escape") event.stopPropagation();
              },
            })}
          />
          <div
            {...getMenuProps({ "aria-label": t("options", { label: frame.label }) })}
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
  return t("found", { count });
};
