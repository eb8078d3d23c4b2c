import { describe, expect, it } from "vitest";
import type { ApiBody } from "#lib/client/http.ts";
import { readList, readObject, readText } from "#lib/client/readers.ts";

const course = { _id: "crs_1" };

describe("lists", () => {
  const shapes: [string, ApiBody][] = [
    ["under data by name", { data: { courses: [course] } }],
    ["under data", { data: [course] }],
    ["by name", { courses: [course] }],
    ["as the body", [course]],
  ];
  it.each(shapes)("are found %s", (_where, body) => {
    expect(readList(body, "courses")).toEqual([course]);
  });

  it("wrap a single object where that is meant", () => {
    expect(readList({ data: course }, "courses", true)).toEqual([course]);
    expect(readList({ data: course }, "courses")).toEqual([]);
    expect(readList({ ...course }, "courses", true)).toEqual([course]);
  });

  it("are empty for shapes that nobody knows", () => {
    for (const body of [{}, { data: null }, { data: "x" }, { courses: 3 }, { data: { a: 1 } }]) {
      expect(readList(body, "courses", true)).toEqual([]);
    }
  });
});

describe("objects", () => {
  it("are found under data or as the body", () => {
    expect(readObject({ success: true, data: course })).toEqual(course);
    expect(readObject({ _id: "crs_1" })).toEqual(course);
    expect(readObject({ success: true, data: null })).toBeUndefined();
  });

  it("give texts by their path", () => {
    const body = { data: { result: { accountLink: "https://pay.example/x" } } };
    expect(readText(body, "result", "accountLink")).toBe("https://pay.example/x");
    expect(readText(body, "checkoutUrl")).toBeUndefined();
    expect(readText([], "checkoutUrl")).toBeUndefined();
  });
});
