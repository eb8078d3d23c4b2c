import { type KeyboardEvent, useId, useRef, useState } from "react";

interface ComboboxOptions<Option> {
  /** The name of the list. */
  label: string;
  /** The options that match the text. Empty text matches all. */
  search: (typed: string) => readonly Option[];
  /** The chosen option among those that match empty text, or -1. */
  findChosen: (options: readonly Option[]) => number;
  onChoose: (option: Option) => void;
}

const pageStep = 10;

/**
 * The behavior of an editable combobox with a list, as the ARIA Authoring Practices describe it.
 * Enter and leaving the field choose the active option. The arrow keys, Page Up and Page Down,
 * Home and End move it. Escape closes the list and restores the text.
 */
export function useCombobox<Option>({
  label,
  search,
  findChosen,
  onChoose,
}: ComboboxOptions<Option>) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Undefined if nothing was typed since the last choice. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const options = search(typed ?? "");

  const open = () => {
    setOpen(true);
    setActive(Math.max(0, findChosen(search(""))));
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const type = (text: string) => {
    setOpen(true);
    setTyped(text);
    setActive(0);
  };
  const choose = (index: number) => {
    const option = options[index];
    if (option !== undefined) onChoose(option);
    close();
  };
  const move = (index: number) => {
    setActive(index);
    list.current?.children[index]?.scrollIntoView?.({ block: "nearest" });
  };

  /** @returns the option that a key leads to, or undefined for other keys. */
  const findTarget = (key: string): number | undefined => {
    const last = options.length - 1;
    switch (key) {
      case "ArrowDown":
        return active >= last ? 0 : active + 1;
      case "ArrowUp":
        return active <= 0 ? last : active - 1;
      case "PageDown":
        return Math.min(last, active + pageStep);
      case "PageUp":
        return Math.max(0, active - pageStep);
      case "Home":
        return 0;
      case "End":
        return last;
      default:
        return undefined;
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!isOpen) {
      if (key !== "ArrowDown" && key !== "ArrowUp") return;
      event.preventDefault();
      open();
      return;
    }
    if (key === "Escape") {
      // Escape closes only the list, not the dialog around it.
      event.stopPropagation();
      event.preventDefault();
      close();
    } else if (key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(active);
    } else {
      const target = findTarget(key);
      if (target === undefined || options.length === 0) return;
      event.preventDefault();
      move(target);
    }
  };

  const isShown = isOpen && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;
  return {
    options,
    isOpen,
    isShown,
    typed,
    active,
    open,
    type,
    input: {
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-expanded": isShown,
      "aria-activedescendant": isShown ? optionId(active) : undefined,
      onKeyDown,
      onBlur: () => (typed?.trim() ? choose(active) : close()),
    } as const,
    list: { ref: list, id: listId, role: "listbox", "aria-label": label } as const,
    getOption: (index: number) =>
      ({
        id: optionId(index),
        role: "option",
        "aria-selected": index === active,
        onMouseMove: () => setActive(index),
        // The field keeps the focus.
        onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
        onClick: () => choose(index),
      }) as const,
  };
}
