/** The canonical words of a verse on a reader page. */
export function readWords(verse: HTMLElement): string[] {
  const text = verse.querySelector("[lang=ar]")?.textContent ?? "";
  return text.split(/\s+/).filter((word) => word !== "");
}
