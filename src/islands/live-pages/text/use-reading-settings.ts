import { useState, useSyncExternalStore } from "react";
import { remembered } from "#lib/client/browser-storage.ts";
import { type TranslationLanguage, translationLanguages } from "#lib/quran/editions.ts";
import { getLanguage } from "#translations/runtime.ts";

/** The text sizes, from 0. */
export const maxTextSize = 4;

interface Values {
  /** The translation that the viewer sees while the class shows one. */
  language: TranslationLanguage;
  /** From 0 to `maxTextSize`. */
  size: number;
  /** Whether letters that a rule of tajweed applies to are colored and underlined. */
  tajweed: boolean;
}

/** The viewer's settings for live pages on this device. */
export interface ReadingSettings extends Values {
  change(values: Partial<Values>): void;
}

/** In the language of the page. Arabic pages have no translation in their own. */
const getInitial = (): Values => ({
  language: translationLanguages.find((each) => each === getLanguage()) ?? "en",
  size: 1,
  tajweed: false,
});

let current: Values | undefined;
const listeners = new Set<() => void>();

function read(): Values {
  const language = translationLanguages.find((each) => each === remembered.get("liveLanguage"));
  const initial = getInitial();
  const size = Number(remembered.get("liveTextSize") ?? initial.size);
  const isSize = Number.isInteger(size) && size >= 0 && size <= maxTextSize;
  return {
    language: language ?? initial.language,
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
  const { language, size, tajweed } = values;
  if (language !== undefined) remembered.set("liveLanguage", language);
  if (size !== undefined) remembered.set("liveTextSize", String(size));
  if (tajweed !== undefined) remembered.set("tajweedColors", String(tajweed));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReadingSettings(): ReadingSettings {
  const [initial] = useState(getInitial);
  const values = useSyncExternalStore(subscribe, getValues, () => initial);
  return { ...values, change };
}
