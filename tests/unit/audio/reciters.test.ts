import { describe, expect, test } from "vitest";
import { fileAddress } from "#lib/audio/file-address.ts";
import { chooseReciter, readSpeed } from "#lib/audio/player-settings.ts";
import { manifestSchema, practiceTones } from "#lib/audio/reciters.ts";

const reciter = {
  id: "a",
  name: "A reciter",
  pattern: "a/{surah3}{verse3}.mp3",
  credit: "A publisher",
  terms: "By permission",
};

const problemsOf = (manifest: unknown) =>
  (manifestSchema.safeParse(manifest).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  );

describe("a manifest", () => {
  test.each(["a/{surah3}{verse3}.mp3", "ar.alafasy/{number}.mp3", "{surah}/{verse}.ogg"])(
    "may name the file of a verse as in %s",
    (pattern) => {
      expect(problemsOf({ reciters: [{ ...reciter, pattern }] })).toEqual([]);
    },
  );

  test.each([
    "/a/{number}.mp3",
    "https://other.example/{number}.mp3",
    "../{number}.mp3",
    "a/../{number}.mp3",
    "a/{surah3}.mp3",
    "a/{verse3}.mp3",
    "a/{ayah}{number}.mp3",
    "a/{number}.mp3?token=1",
    "",
  ])("can't name the file of a verse as in '%s'", (pattern) => {
    const problems = problemsOf({ reciters: [{ ...reciter, pattern }] });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]).toMatch(/^reciters\.0\.pattern /);
  });

  test.each(["a/{number}.json", "a/{surah3}{verse3}.json", "a/all.json"])(
    "can't name the timings of a surah as in '%s'",
    (timings) => {
      expect(problemsOf({ reciters: [{ ...reciter, timings }] })[0]).toMatch(
        /^reciters\.0\.timings must contain/,
      );
    },
  );

  test("lists at least one reciter, each with its own ID, credit and terms", () => {
    expect(problemsOf({ reciters: [] })).toEqual(["reciters must list at least one reciter"]);
    expect(problemsOf({ reciters: [reciter, reciter] })).toEqual([
      "reciters must have different IDs",
    ]);
    const { credit: _, terms: __, ...bare } = reciter;
    expect(problemsOf({ reciters: [bare] })).toHaveLength(2);
    expect(problemsOf({ reciters: [{ ...reciter, unknown: 1 }] })).toHaveLength(1);
  });

  test("of the practice tones is valid", () => {
    expect(problemsOf({ reciters: [practiceTones] })).toEqual([]);
  });
});

test("the address of a recording contains the surah and verse, or the verse's continuous number", () => {
  const verse = { surah: 2, verse: 255 };
  expect(fileAddress("https://a.example/{surah3}{verse3}.mp3", verse)).toBe(
    "https://a.example/002255.mp3",
  );
  expect(fileAddress("https://a.example/{surah}/{verse}.mp3", verse)).toBe(
    "https://a.example/2/255.mp3",
  );
  expect(fileAddress("https://a.example/{number}.mp3", verse)).toBe("https://a.example/262.mp3");
});

test("a remembered speed or reciter that isn't offered is replaced by the default", () => {
  expect(readSpeed("0.75")).toBe(0.75);
  for (const stored of [null, "", "3", "fast", "-1"]) expect(readSpeed(stored)).toBe(1);
  const offered = [{ id: "a" }, { id: "b" }];
  expect(chooseReciter(offered, "b")?.id).toBe("b");
  expect(chooseReciter(offered, "c")?.id).toBe("a");
  expect(chooseReciter([], "a")).toBeUndefined();
});
