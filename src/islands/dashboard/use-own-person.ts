import { useEffect } from "react";
import { initialsOf } from "#lib/people/initials.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";

/** The placeholder for the name in the attribute `data-own-name-in`. */
export const ownNamePlace = "{name}";

/** Updates the person's name and picture in the page's navigation, which isn't part of an island. */
export function useOwnPerson({ name, profileImageUrl }: Profile): void {
  useEffect(() => {
    for (const element of document.querySelectorAll("[data-own-name]")) element.textContent = name;
    for (const element of document.querySelectorAll<HTMLElement>("[data-own-name-in]")) {
      const text = element.dataset.ownNameIn ?? "";
      element.textContent = text.replace(ownNamePlace, () => isolatedInRtl(name));
    }
    for (const element of document.querySelectorAll("[data-own-avatar]")) {
      showAvatar(element, name, profileImageUrl);
    }
  }, [name, profileImageUrl]);
}

/** The contents of `Avatar.astro`: a picture or initials. */
function showAvatar(element: Element, name: string, image: string | null | undefined): void {
  if (!image) {
    element.textContent = initialsOf(name);
    return;
  }
  if (element.querySelector("img")?.getAttribute("src") === image) return;
  const picture = new Image();
  picture.src = image;
  picture.alt = "";
  picture.className = "size-full object-cover";
  element.replaceChildren(picture);
}
