/** Return paths may lead only to this site. */
import { describe, expect, it } from "vitest";
import { safeReturnPath, withReturnPath } from "#lib/site/routes.ts";

const site = "https://halaqa.example";

describe("a return path on this site is kept", () => {
  it.each([
    ["/"],
    ["/dashboard"],
    ["/dashboard?tab=courses#top"],
    ["/courses/crs_1?from=%2F%2Fevil.example"],
    ["/courses?search=https://evil.example"],
    ["/%2f%2fevil.example"],
    ["/%5Cevil.example"],
    ["/@evil.example"],
    ["/javascript:alert(1)"],
    ["/:80"],
    ["/a//b"],
  ])("as %s", (path) => {
    expect(safeReturnPath(path)).toBe(path);
    expect(new URL(safeReturnPath(path), site).origin).toBe(site);
  });

  it("in the form that browsers write", () => {
    expect(safeReturnPath("/courses/تجويد")).toBe("/courses/%D8%AA%D8%AC%D9%88%D9%8A%D8%AF");
    expect(safeReturnPath("/courses/../dashboard")).toBe("/dashboard");
    expect(safeReturnPath("/a b")).toBe("/a%20b");
  });
});

describe("every other return path is rejected", () => {
  it.each([
    [null],
    [undefined],
    [""],
    [" "],
    ["dashboard"],
    ["?tab=courses"],
    ["#top"],
    ["//evil.example"],
    ["///evil.example"],
    ["////evil.example"],
    ["/\\evil.example"],
    ["\\/evil.example"],
    ["\\\\evil.example"],
    ["/\\/evil.example"],
    ["/courses\\..\\..\\evil"],
    ["/./\\evil.example"],
    ["/.//evil.example"],
    ["/..//evil.example"],
    ["/a/..//evil.example"],
    ["/%2e//evil.example"],
    ["/%2e%2e//evil.example"],
    ["/%2E/%2e//evil.example"],
    ["https://evil.example"],
    ["https:evil.example"],
    ["https:/evil.example"],
    ["HTTPS://evil.example/dashboard"],
    ["http://halaqa.example@evil.example"],
    ["javascript:alert(1)"],
    ["JaVaScRiPt:alert(1)"],
    ["java\nscript:alert(1)"],
    ["data:text/html,<script>alert(1)</script>"],
    ["vbscript:msgbox(1)"],
    ["blob:https://evil.example/1"],
    ["file:///etc/passwd"],
    ["mailto:a@evil.example"],
    ["/\t/evil.example"],
    ["/\n/evil.example"],
    ["/\r/evil.example"],
    ["/\r\nSet-Cookie: a=b"],
    ["/dashboard\u0000"],
    ["/dash\u007fboard"],
    ["\t//evil.example"],
    [" //evil.example"],
    ["\u0001/evil.example"],
    ["\ufeff//evil.example"],
    ["\u2028//evil.example"],
    ["%2f%2fevil.example"],
    ["%2F/evil.example"],
    ["．/evil.example"],
    ["／／evil.example"],
  ])("as unsafe: %j", (value) => {
    expect(safeReturnPath(value)).toBe("/dashboard");
    expect(safeReturnPath(value, "/courses/crs_1")).toBe("/courses/crs_1");
  });

  it("whatever characters are between its slashes", () => {
    const between = [
      "",
      "\\",
      "\t",
      "\n",
      "\r",
      "\u0000",
      "\u000b",
      "\u001f",
      " ",
      ".",
      "..",
      "%2e",
    ];
    for (const first of between) {
      for (const second of between) {
        for (const slash of ["/", "\\"]) {
          const path = safeReturnPath(`${slash}${first}${slash}${second}/evil.example`);
          expect(path, JSON.stringify(path)).toMatch(/^\/(?![/\\])/);
          expect(new URL(path, site).origin, path).toBe(site);
        }
      }
    }
  });
});

describe("an address with a return path", () => {
  it("contains the return path only if it leads to this site", () => {
    expect(withReturnPath("/signup", "/courses/crs_1?a=1")).toBe(
      "/signup?returnTo=%2Fcourses%2Fcrs_1%3Fa%3D1",
    );
    expect(withReturnPath("/signup", "//evil.example")).toBe("/signup?returnTo=%2Fdashboard");
    expect(withReturnPath("/signup", null)).toBe("/signup");
  });
});
