import { useEffect } from "react";

/** Updates the person's name in the page's navigation, which isn't part of an island. */
export function useOwnName(name: string): void {
  useEffect(() => {
    for (const element of document.querySelectorAll("[data-own-name]")) element.textContent = name;
  }, [name]);
}
