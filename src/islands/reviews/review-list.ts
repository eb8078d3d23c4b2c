/** The list of reviews that came with the page, which the island doesn't draw itself. */

/** Marks the part of a page that holds its reviews and figures. */
export const listSelector = "[data-review-list]";
/** Marks the place of one review's buttons, named by the review's id. */
export const placeSelector = "[data-review-marks]";

export interface MarkPlace {
  reviewId: string;
  authorName: string;
  helpfulCount: number;
  element: HTMLElement;
}

/** Where the buttons of the shown reviews belong. What stands there for strangers is taken away. */
export function findPlaces(): MarkPlace[] {
  return [...document.querySelectorAll<HTMLElement>(placeSelector)].map((element) => {
    const { reviewMarks = "", author = "", helpful } = element.dataset;
    element.replaceChildren();
    return {
      reviewId: reviewMarks,
      authorName: author,
      helpfulCount: Number(helpful ?? 0),
      element,
    };
  });
}

/**
 * Puts the list as the server makes it now in the place of the one that is shown. When that can't
 * be had, the list stays as it is: what was changed has been told of already.
 */
export async function reloadList(): Promise<void> {
  const shown = document.querySelector(listSelector);
  if (!shown) return;
  const response = await fetch(location.href, { cache: "no-store" }).catch(() => undefined);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector(listSelector);
  if (fresh) shown.replaceWith(document.importNode(fresh, true));
}
