import { expect, test } from "vitest";
import { compareHref, saveHref } from "#lib/saved/saved.rules.ts";
import { readCompared, readSubject } from "#lib/saved/saved.ts";

test("a comparison reads up to three IDs, each once, in the order of the URL", () => {
  const read = (query: string) => readCompared(new URLSearchParams(query), "course");
  expect(read("course=b&course=a&course=b&course=c&course=d")).toEqual(["b", "a", "c"]);
  expect(read(`course=&course=${"x".repeat(65)}&teacher=t`)).toEqual([]);
  expect(compareHref("course", ["b", "a"])).toBe("/courses/compare?course=b&course=a");
  expect(compareHref("teacher", [])).toBe("/teachers/compare");
});

test("the address of the button names the course or teacher", () => {
  const subject = { kind: "teacher", id: "prf_1" } as const;
  const { searchParams } = new URL(saveHref(subject), "https://halaqa.test");
  expect(readSubject(searchParams)).toEqual(subject);
  expect(readSubject(searchParams, "removed-")).toBeUndefined();
});
