import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { controlClass, FieldFrame, type FieldFrameProps } from "./Field.tsx";
import { useCombobox } from "./use-combobox.ts";

export interface ComboboxOption {
  value: string;
  /** The text in the field once the option is selected. */
  label: string;
  /** The option's content in the list. */
  content: ReactNode;
}

interface ComboboxProps extends FieldFrameProps {
  value: string;
  onChange: (value: string) => void;
  /** Returns the options that match the text, best match first. Empty text matches all. */
  search: (typed: string) => readonly ComboboxOption[];
  /** Shown when no option matches. */
  nothing: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for choosing one of many options by typing. Enter, Tab and leaving the field select the
 * first match. Escape restores the previous value.
 */
export function Combobox({ value, onChange, search, nothing, ref, ...frame }: ComboboxProps) {
  const place = useRef<HTMLDivElement>(null);
  const chosen = search("").find((option) => option.value === value);
  const { options, isOpen, isShown, typed, active, open, type, input, list, getOption } =
    useCombobox({
      label: `Options: ${frame.label}`,
      search,
      findChosen: (all) => all.findIndex((option) => option.value === value),
      onChoose: (option) => {
        if (option.value !== value) onChange(option.value);
      },
    });
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
            {...control}
            {...input}
            ref={ref}
            value={typed ?? chosen?.label ?? ""}
            autoCapitalize="none"
            spellCheck={false}
            className={`select ${controlClass}`}
            onFocus={({ target }) => target.select()}
            onClick={({ currentTarget }) => {
              // Another tap moves the caret and must not close the list.
              if (isOpen) return;
              currentTarget.select();
              open();
            }}
            onChange={({ currentTarget }) => {
              // Not every phone selects the existing text, so ignore it when something is typed next
              // to it.
              const before = typed === undefined ? chosen?.label : undefined;
              const now = currentTarget.value;
              type(before ? now.replace(before, "") : now);
            }}
          />
          <div
            {...list}
            hidden={!isShown}
            className="absolute start-0 top-full z-20 w-64 min-w-full mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-field border border-base-300 bg-base-100 py-1 shadow-raised"
          >
            {isShown &&
              options.map((item, index) => (
                <div
                  key={item.value}
                  {...getOption(index)}
                  data-active={index === active}
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
