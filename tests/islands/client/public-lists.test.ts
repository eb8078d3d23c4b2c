import { describe, expect, it, vi } from "vitest";
import { fetchFeaturedCourses } from "#lib/courses/featured-courses.calls.ts";
import {
  fetchFeaturedStudents,
  fetchStudent,
  fetchStudents,
  fetchTeacher,
  fetchTeachers,
  searchStudents,
} from "#lib/people/people-lists.calls.ts";
import { answer, failure, success } from "../support/api.ts";

const things = (number: number) =>
  Array.from({ length: number }, (_, index) => ({ _id: `id_${index}` }));

/** Every accepted response shape for a list called `name`. */
const shapesOf = (name: string, list: unknown[]): [string, object][] => [
  ["data by name", { success: true, data: { [name]: list } }],
  ["data", { success: true, data: list }],
  ["its name", { [name]: list }],
  ["the body", list],
];
const foreign = [{}, { data: null }, { data: { items: [] } }, { courses: "none" }, { data: 7 }];

describe("featured courses", () => {
  const call = "GET /courses?limit=6";

  it.each(shapesOf("courses", things(8)))("are the first six in %s", async (_where, body) => {
    answer({ [call]: { body } });
    expect(await fetchFeaturedCourses()).toEqual(things(6));
  });

  it("are requested as JSON, without a token", async () => {
    const fetched = vi.fn(async () => new Response(JSON.stringify({ data: { courses: [] } })));
    vi.stubGlobal("fetch", fetched);
    expect(await fetchFeaturedCourses()).toEqual([]);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      "/api/courses?limit=6",
      expect.objectContaining({
        headers: { Accept: "application/json", "Content-Type": "application/json" },
      }),
    );
  });

  it.each([
    ["a refusal", { status: 500, body: {} }, "Failed to fetch featured courses"],
    ["the server's own message", failure(503, "Back soon"), "Back soon"],
    [
      "a response that isn't JSON",
      { status: 502, text: "<html>" },
      "Request failed with status: 502",
    ],
  ])(
    "are requested once more after %s, and only the console shows the error",
    async (_what, first, words) => {
      const logged = vi.spyOn(console, "error").mockImplementation(() => {});
      const answers = [first, success({ courses: things(8) })];
      const calls = answer({ [call]: () => answers.shift() ?? failure(500, "Asked too often") });
      expect(await fetchFeaturedCourses()).toEqual(things(6));
      expect(calls).toHaveLength(2);
      expect(logged.mock.calls).toEqual([[words]]);
      logged.mockClear();
    },
  );

  it("are an empty list for responses of an unknown shape", async () => {
    for (const body of foreign) {
      answer({ [call]: { body } });
      expect(await fetchFeaturedCourses()).toEqual([]);
    }
  });
});

describe.each([
  ["GET /teachers", "teachers", fetchTeachers, "Failed to fetch teachers"],
  ["GET /students", "students", fetchStudents, "Failed to fetch students"],
  [
    "GET /students/featured",
    "students",
    fetchFeaturedStudents,
    "Failed to fetch featured students",
  ],
  [
    "GET /students/search?query=amin+a",
    "students",
    () => searchStudents(" amin a "),
    "Failed to search students",
  ],
] as const)("the list of %s", (call, name, read, fallback) => {
  it.each(shapesOf(name, things(2)))("is read from %s", async (_where, body) => {
    answer({ [call]: { body } });
    expect(await read()).toEqual(things(2));
  });

  it("is empty for responses of an unknown shape", async () => {
    for (const body of foreign) {
      answer({ [call]: { body } });
      expect(await read()).toEqual([]);
    }
  });

  it("fails with the server's message, or else with its own", async () => {
    answer({ [call]: failure(503, "Please wait") });
    await expect(read()).rejects.toThrow("Please wait");
    answer({ [call]: { status: 500, body: {} } });
    await expect(read()).rejects.toThrow(fallback);
  });
});

describe.each([
  ["GET /teachers/prf_1", () => fetchTeacher("prf_1"), "Failed to fetch teacher"],
  ["GET /students/prf_1", () => fetchStudent("prf_1"), "Failed to fetch student"],
] as const)("the object of %s", (call, read, fallback) => {
  it("is the body itself or wrapped in data, and missing for other shapes", async () => {
    const person = { _id: "prf_1", name: "Yusuf" };
    for (const body of [person, { success: true, data: person }]) {
      answer({ [call]: { body } });
      expect(await read()).toEqual(person);
    }
    answer({ [call]: { body: { success: true, data: null } } });
    expect(await read()).toBeUndefined();
  });

  it("fails with its message", async () => {
    answer({ [call]: { status: 500, body: {} } });
    await expect(read()).rejects.toThrow(fallback);
  });
});

it("a blank search finds all students", async () => {
  answer({ "GET /students": success({ students: things(3) }) });
  expect(await searchStudents("  ")).toHaveLength(3);
});
