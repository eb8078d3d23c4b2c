import { expect, test } from "vitest";
import { readWholeNumber } from "#lib/text/digits.ts";

test.each([
  ["255", 255],
  [" 7 ", 7],
  ["٢٥٥", 255],
  ["۲۵۵", 255],
  ["२५५", 255],
  ["-1", -1],
  ["0", 0],
])("%o is read as the number %i", (text, number) => {
  expect(readWholeNumber(text)).toBe(number);
});

test.each(["", " ", "1.5", "1e2", "0x10", "12a", "--1", "٢٫٥"])("%o is not a number", (text) => {
  expect(readWholeNumber(text)).toBeNaN();
});
