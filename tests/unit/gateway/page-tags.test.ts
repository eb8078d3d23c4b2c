import { describe, expect, it } from "vitest";
import { readDirectives } from "#server/gateway/page-cache/directives.ts";
import { pageTags } from "#server/pages-tags.ts";

/** The tags of a page that is tagged with what its address names. */
function tagsOf(...tags: string[]): ReadonlySet<string> | undefined {
  const headers = new Headers({ "cdn-cache-control": "max-age=300", "cache-tag": tags.join(",") });
  return readDirectives(200, Object.fromEntries(headers))?.tags;
}

describe("the tags of a cached page", () => {
  it.each(["€", "كتاب", "😀", "\n", "\r\nSet-Cookie: a=b", "\ud800", "\u0000", "\u007f"])(
    "can be sent in a header if its address names %j",
    (id) => {
      for (const tag of [pageTags.course(id), pageTags.teacher(id), pageTags.student(id)]) {
        expect(tagsOf(tag)).toEqual(new Set([tag]));
      }
    },
  );

  it("don't contain other tags that its address names", () => {
    expect(tagsOf(pageTags.teacher("a,courses"))?.has(pageTags.courses)).toBe(false);
  });

  it("contain IDs in the form that a database trigger uses to purge them", () => {
    expect(pageTags.course("crs_ab12-_Z")).toBe("course:crs_ab12-_Z");
  });
});
