/** The server-rendered list of reviews. */

/** Marks the part of the page that contains reviews and ratings. */
export const listSelector = "[data-review-list]";
/** Marks the placeholder for one review's buttons, with the review's ID. */
export const placeSelector = "[data-review-marks]";

export interface MarkPlace {
  reviewId: string;
  authorName: string;
  helpfulCount: number;
  element: HTMLElement;
}

/** Finds the placeholders for the buttons, and clears their content for logged-out visitors. */
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
 * Replaces the list with a fresh version from the server. If that fails, the list stays as it is,
 * because the success message has already been shown.
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
