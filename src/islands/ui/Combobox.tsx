import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
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

/**
 * A field that finds one of many options by typing: the first that fits is taken with Enter, with
 * Tab, and by leaving the field. Escape brings back what was chosen.
 */
export function Combobox({ value, onChange, search, nothing, ref, ...frame }: ComboboxProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Undefined while nothing was typed since the last choice. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);

  const all = search("");
  const options = typed === undefined ? all : search(typed);
  const chosen = all.find((option) => option.value === value);
  const idOf = (index: number) => `${listId}-${index}`;
  const shown = isOpen ? options : [];
  const isShown = shown.length > 0;
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen, active]);
  useEffect(() => {
    // The keyboard of a phone would cover the list below the field.
    if (!isOpen || !globalThis.matchMedia?.("(pointer: coarse)").matches) return;
    list.current?.parentElement?.scrollIntoView?.({ block: "start" });
  }, [isOpen]);

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    setActive(
      Math.max(
        0,
        options.findIndex((option) => option.value === value),
      ),
    );
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (option: ComboboxOption | undefined) => {
    close();
    if (option && option.value !== value) onChange(option.value);
  };
  const step = (by: number) => {
    if (isOpen) setActive(Math.max(0, Math.min(active + by, options.length - 1)));
    else open();
  };
  /** Whether the key has done something here. */
  const act = (key: string): boolean => {
    if (key === "ArrowDown") step(1);
    else if (key === "ArrowUp") step(-1);
    else if (isOpen && key === "Enter") choose(options[active]);
    else if (isOpen && key === "Escape") close();
    else return false;
    return true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !act(event.key)) return;
    event.preventDefault();
    // Escape closes the list alone, and not the dialog around it.
    event.stopPropagation();
  };
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <div className="relative scroll-mt-28">
          <input
            {...control}
            ref={ref}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={isShown ? idOf(active) : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`select ${controlClass}`}
            value={typed ?? chosen?.label ?? ""}
            onFocus={({ target }) => target.select()}
            onClick={({ currentTarget }) => {
              if (!isOpen) currentTarget.select();
              open();
            }}
            onChange={({ target }) => {
              // Not every phone selects what stands there: what is typed beside it counts alone.
              const before = typed === undefined ? chosen?.label : undefined;
              setTyped(before ? target.value.replace(before, "") : target.value);
              setActive(0);
              setOpen(true);
            }}
            onKeyDown={press}
            onBlur={() => choose(typed?.trim() ? options[active] : undefined)}
          />
          <div
            id={listId}
            ref={list}
            role="listbox"
            aria-label={`Options: ${frame.label}`}
            hidden={!isShown}
            className="absolute start-0 top-full z-20 w-64 min-w-full mt-1 max-h-60 overflow-y-auto overscroll-contain rounded-field border border-base-300 bg-base-100 py-1 shadow-raised"
          >
            {shown.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: The keys are those of the field.
              <div
                key={option.value}
                id={idOf(index)}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === value}
                data-active={index === active}
                className="min-h-11 cursor-pointer px-3 py-2 hover:bg-base-200 data-[active=true]:bg-secondary/15 aria-selected:font-semibold"
                // The field keeps the focus, so that leaving it doesn't come before the choice.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.content}
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
