import { expect, it } from "vitest";
import { pageNumbers } from "#lib/paging/page-numbers.ts";

const shown = (current: number, pages: number) =>
  pageNumbers(current, pages)
    .map((number) => (number === "gap" ? "…" : number))
    .join(" ");

it("the page navigation shows all of up to five pages", () => {
  expect(shown(1, 1)).toBe("1");
  expect(shown(3, 5)).toBe("1 2 3 4 5");
});

it("the page navigation shows the first page, the last page and five pages around the current one", () => {
  expect(shown(5, 10)).toBe("1 … 3 4 5 6 7 … 10");
  expect(shown(6, 10)).toBe("1 … 4 5 6 7 8 … 10");
});

it("the page navigation moves the five pages inward at both ends", () => {
  expect(shown(1, 10)).toBe("1 2 3 4 5 … 10");
  expect(shown(3, 10)).toBe("1 2 3 4 5 … 10");
  expect(shown(4, 10)).toBe("1 2 3 4 5 6 … 10");
  expect(shown(10, 10)).toBe("1 … 6 7 8 9 10");
  expect(shown(1, 6)).toBe("1 2 3 4 5 6");
});
