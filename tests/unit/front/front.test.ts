import { expect, test } from "vitest";
import { chooseEncoding } from "#server/front/encoding.ts";
import { findCacheableTarget } from "#server/front/page-cache/cached-paths.ts";
import { readDirectives } from "#server/front/page-cache/directives.ts";
import { readTarget } from "#server/front/target.ts";
import { keepUsedHashes } from "#server/front/used-hashes.ts";

test.for([
  ["/courses", "b=1&page=2&level=x", "/courses?level=x&page=2"],
  ["/courses", "search=&utm=1", "/courses"],
  ["/courses/abc", "session_id=1", "/courses/abc"],
  ["/", "fbclid=1", "/"],
  ["/courses", "level=a&level=b", "/courses?level=a&level=b"],
] as const)("%s with %s is kept as %s", ([path, query, url]) => {
  expect(findCacheableTarget(path, query, false)).toEqual({ url, keep: true });
});

test.for(["/dashboard", "/login", "/zoom/auth/callback", "/courses/a/b", "/api/auth/login"])(
  "%s is never kept",
  (path) => expect(findCacheableTarget(path, "a=1", false)).toBeUndefined(),
);

test("A search that is longer than any is answered, but not kept", () => {
  expect(findCacheableTarget("/courses", `search=${"a".repeat(600)}`, false)?.keep).toBe(false);
});

test("Directives are read as CDNs read them", () => {
  const headers = {
    "cdn-cache-control": "max-age=60, stale-while-revalidate=30",
    "cache-tag": "a, b",
  };
  expect(readDirectives(200, headers)).toEqual({
    freshMs: 60_000,
    staleMs: 30_000,
    tags: new Set(["a", "b"]),
  });
  expect(readDirectives(404, headers)).toBeUndefined();
  expect(readDirectives(200, { ...headers, "set-cookie": ["a=1"] })).toBeUndefined();
  expect(readDirectives(200, { "cache-tag": "a" })).toBeUndefined();
});

test.for([
  ["/courses?page=2", { path: "/courses", query: "page=2" }],
  ["/a%20b", { path: "/a%20b", query: "" }],
  ["http://any.example/courses?x=1", { path: "/courses", query: "x=1" }],
  ["*", undefined],
  ["//evil.example", undefined],
  ["/\\evil.example", undefined],
  ["/%5Cevil.example", undefined],
  ["/%00", undefined],
  ["/%zz", undefined],
  ["/courses?search=%00", undefined],
  ["/a%0d%0ab", undefined],
] as const)("The address %s is understood as %o", ([url, target]) => {
  expect(readTarget(url)).toEqual(target);
});

test("Of the hashes in a policy those stay that the page needs", () => {
  const used = "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=";
  const policy = `script-src 'self' '${used}' 'sha256-b=' ; style-src 'self' 'sha256-c='`;
  const html = "<script>alert(1)</script><script src='/a.js'></script><style>a{}</style>";
  expect(keepUsedHashes(policy, html)).toBe(`script-src 'self' '${used}'; style-src 'self'`);
});

test.for([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br;q=0", "gzip"],
  ["*", "br"],
  ["identity", "identity"],
  ["zstd", "identity"],
  ["", "identity"],
  [undefined, "identity"],
] as const)("Accept-Encoding %s is answered in %s", ([accepted, encoding]) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
