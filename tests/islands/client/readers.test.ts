import { describe, expect, it } from "vitest";
import type { ApiBody } from "#lib/client/http.ts";
import { readList, readObject, readText } from "#lib/client/readers.ts";

const course = { _id: "crs_1" };

describe("readList", () => {
  const shapes: [string, ApiBody][] = [
    ["under data by name", { data: { courses: [course] } }],
    ["under data", { data: [course] }],
    ["by name", { courses: [course] }],
    ["as the body", [course]],
  ];
  it.each(shapes)("finds a list %s", (_where, body) => {
    expect(readList(body, "courses")).toEqual([course]);
  });

  it("wraps a single object in a list if requested", () => {
    expect(readList({ data: course }, "courses", true)).toEqual([course]);
    expect(readList({ data: course }, "courses")).toEqual([]);
    expect(readList({ ...course }, "courses", true)).toEqual([course]);
  });

  it("returns an empty list for unknown shapes", () => {
    for (const body of [{}, { data: null }, { data: "x" }, { courses: 3 }, { data: { a: 1 } }]) {
      expect(readList(body, "courses", true)).toEqual([]);
    }
  });
});

describe("readObject and readText", () => {
  it("find an object under data or as the body", () => {
    expect(readObject({ success: true, data: course })).toEqual(course);
    expect(readObject({ _id: "crs_1" })).toEqual(course);
    expect(readObject({ success: true, data: null })).toBeUndefined();
  });

  it("find texts by their path", () => {
    const body = { data: { result: { accountLink: "https://pay.example/x" } } };
    expect(readText(body, "result", "accountLink")).toBe("https://pay.example/x");
    expect(readText(body, "checkoutUrl")).toBeUndefined();
    expect(readText([], "checkoutUrl")).toBeUndefined();
  });
});
