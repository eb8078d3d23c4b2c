/** How many page numbers are shown around the current one. */
const windowSize = 5;

/**
 * The page numbers to show: all if there are at most five, otherwise the first, the last and a
 * window of five, which is shifted inward at the ends. 'gap' stands for omitted numbers.
 */
export function pageNumbers(current: number, pages: number): (number | "gap")[] {
  const size = Math.min(windowSize, pages);
  const first = Math.max(1, Math.min(current - Math.floor(windowSize / 2), pages - size + 1));
  const shown = new Set([1, ...Array.from({ length: size }, (_, index) => first + index), pages]);
  const numbers: (number | "gap")[] = [];
  let last = 0;
  for (const number of shown) {
    if (number < 1) continue;
    if (number > last + 1) numbers.push("gap");
    numbers.push(number);
    last = number;
  }
  return numbers;
}

/** The page number in a URL, or 1 if it is missing or invalid. */
export function readPageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
