import { useSyncExternalStore } from "react";
import { remembered } from "#lib/client/browser-storage.ts";
import { getDirection } from "#lib/site/locale.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Pages in Arabic and Urdu show Hijri dates unless the viewer turns them off. */
const isUsual = (): boolean => getDirection() === "rtl";

function isShown(): boolean {
  const chosen = remembered.get("hijriDates");
  return chosen === null ? isUsual() : chosen === "true";
}

/** Whether Hijri dates are shown. The server knows only the language of the page. */
export const useHijriDates = (): boolean => useSyncExternalStore(subscribe, isShown, isUsual);

/** Remembers the choice on this device. */
export function showHijriDates(wanted: boolean): void {
  remembered.set("hijriDates", String(wanted));
  for (const listener of listeners) listener();
}
