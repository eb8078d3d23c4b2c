import { useSyncExternalStore } from "react";
import { remembered } from "#lib/client/browser-storage.ts";
import { translationLanguages } from "#lib/quran/editions.ts";
import type { OwnTranslation } from "./shown-languages.ts";

/** The text sizes, from 0. */
export const maxTextSize = 4;

interface Values {
  /** The translation that the viewer has chosen to see while the class shows one. */
  translation: OwnTranslation | undefined;
  /** From 0 to `maxTextSize`. */
  size: number;
  /** Whether letters that a rule of tajweed applies to are colored and underlined. */
  tajweed: boolean;
}

/** The viewer's settings for live pages on this device. */
export interface ReadingSettings extends Values {
  change(values: Partial<Values>): void;
}

const initial: Values = { translation: undefined, size: 1, tajweed: false };

let current: Values | undefined;
const listeners = new Set<() => void>();

function read(): Values {
  const chosen = remembered.get("liveLanguage");
  const size = Number(remembered.get("liveTextSize") ?? initial.size);
  const isSize = Number.isInteger(size) && size >= 0 && size <= maxTextSize;
  return {
    translation: [...translationLanguages, "none" as const].find((each) => each === chosen),
    size: isSize ? size : initial.size,
    tajweed: remembered.get("tajweedColors") === "true",
  };
}

function getValues(): Values {
  current ??= read();
  return current;
}

function change(values: Partial<Values>): void {
  current = { ...getValues(), ...values };
  const { translation, size, tajweed } = values;
  if (translation !== undefined) remembered.set("liveLanguage", translation);
  if (size !== undefined) remembered.set("liveTextSize", String(size));
  if (tajweed !== undefined) remembered.set("tajweedColors", String(tajweed));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReadingSettings(): ReadingSettings {
  const values = useSyncExternalStore(subscribe, getValues, () => initial);
  return { ...values, change };
}
