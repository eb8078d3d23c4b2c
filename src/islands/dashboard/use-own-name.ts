import { useEffect } from "react";
import { isolatedInRtl } from "#lib/text/bidi.ts";

/** Stands for the name in the attribute `data-own-name-in`. */
export const ownNamePlace = "{name}";

/** Updates the person's name in the page's navigation, which isn't part of an island. */
export function useOwnName(name: string): void {
  useEffect(() => {
    for (const element of document.querySelectorAll("[data-own-name]")) element.textContent = name;
    for (const element of document.querySelectorAll<HTMLElement>("[data-own-name-in]")) {
      const text = element.dataset.ownNameIn ?? "";
      element.textContent = text.replace(ownNamePlace, () => isolatedInRtl(name));
    }
  }, [name]);
}
