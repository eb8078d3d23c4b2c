import { describe, expect, test } from "vitest";
import type { Language } from "#lib/languages.ts";
import { translatePath } from "#lib/site/translated-path.ts";

const translate = (path: string, language: Language): string =>
  translatePath(new URL(path, "https://halaqa.example"), language);

describe("the address of a page in another language", () => {
  test.each([
    ["/", "ar", "/ar"],
    ["/ar", "en", "/"],
    ["/ur/courses?page=2&q=a+b", "fr", "/fr/courses?page=2&q=a+b"],
    ["/courses?q=%20%2B", "en", "/courses?q=%20%2B"],
    ["/login?returnTo=/ar//evil.example", "en", "/login?returnTo=%2Fevil.example"],
    ["/ar/login?returnTo=/ur//evil/a", "fr", "/fr/login?returnTo=%2Ffr%2Fevil%2Fa"],
  ] as const)("for %s in %s is %s", (path, language, expected) => {
    expect(translate(path, language)).toBe(expected);
  });

  test("leads back to a page in the same language", () => {
    expect(translate("/login?returnTo=%2Fdashboard%3Ftab%3Dschedule", "ar")).toBe(
      "/ar/login?returnTo=%2Far%2Fdashboard%3Ftab%3Dschedule",
    );
    expect(translate("/ar/login?returnTo=%2Far%2Fdashboard", "en")).toBe(
      "/login?returnTo=%2Fdashboard",
    );
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "",
  ])("doesn't repeat the return path %j", (returnTo) => {
    const query = new URLSearchParams({ returnTo, role: "student" });
    expect(translate(`/login?${query}`, "fr")).toBe("/fr/login?role=student");
    expect(translate(`/login?${new URLSearchParams({ returnTo })}`, "en")).toBe("/login");
  });
});
