import type { ReactNode, Ref } from "react";
import type { FieldFrameProps } from "./Field.tsx";

export interface ComboboxOption {
  value: string;
  /** The text in the field once the option is selected. */
  label: string;
  /** The option's content in the list. */
  content: ReactNode;
}

export interface ComboboxProps extends FieldFrameProps {
  value: string;
  onChange: (value: string) => void;
  /** Returns the options that match the text, best match first. Empty text matches all. */
  search: (typed: string) => readonly ComboboxOption[];
  /** Shown when no option matches. */
  nothing: string;
  ref?: Ref<HTMLInputElement>;
}
