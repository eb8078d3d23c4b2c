import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { findZoneCookie } from "#lib/time/zone-cookie.ts";
import { findCacheableTarget } from "#server/gateway/page-cache/cached-paths.ts";
import { readDirectives } from "#server/gateway/page-cache/directives.ts";
import { describeRefusal, refusals, reloadTag } from "#server/gateway/refusal.ts";
import type { SecurityHeaders } from "#server/gateway/security-headers.ts";
import { chooseEncoding } from "#server/gateway/static-files/encoding.ts";
import { keepUsedHashes } from "#server/gateway/static-files/used-hashes.ts";
import { readTarget } from "#server/gateway/target.ts";

const stranger = {
  isSignedIn: () => false,
  findZone: () => undefined,
  findHourCycle: () => undefined,
};

test.for([
  ["/courses", "b=1&page=2&level=x", "/courses?level=x&page=2"],
  ["/courses", "search=&utm=1", "/courses"],
  ["/courses/abc", "session_id=1", "/courses/abc"],
  ["/", "fbclid=1", "/"],
  ["/courses", "level=a&level=b", "/courses?level=a&level=b"],
  ["/login", "utm=1&returnTo=/courses/1", "/login?returnTo=%2Fcourses%2F1"],
  ["/signup", "", "/signup"],
  ["/quran/2", "words=1&part=2&utm=1", "/quran/2?words=1&part=2"],
  // Only pages with the meanings of words are divided into parts.
  ["/quran/2", "tajweed=1&part=2", "/quran/2?tajweed=1"],
  ["/quran/2", "words=1&mode=reading&part=2", "/quran/2?words=1&mode=reading"],
  ["/quran/juz/30", "words=1&part=1", "/quran/juz/30?words=1"],
  ["/quran/juz/30", "words=1&part=30", "/quran/juz/30?words=1"],
  ["/quran/2/255", "translation=ur&part=2", "/quran/2/255?translation=ur"],
  ["/quran/2/255", "translation=all&mode=zz", "/quran/2/255?translation=all&mode=unknown"],
  ["/quran/2", "words=2&mode=verses&part=x&tajweed=on", "/quran/2"],
  ["/quran/2", "translation=xx", "/quran/2?translation=unknown"],
  ["/quran/2", "translation=%3Cb%3E", "/quran/2?translation=unknown"],
  ["/quran/2", "words=1&words=1&words=1", "/quran/2?words=1"],
  ["/quran/page/5", "q=1", "/quran/page/5"],
  ["/share/quran/2/255.png", "a=1", "/share/quran/2/255.png"],
  ["/share/quran/2.png", "a=1", "/share/quran/2.png"],
  ["/share/courses/crs_1.png", "a=1", "/share/courses/crs_1.png"],
  ["/api/teachers/prf_1", "a=1", "/api/teachers/prf_1"],
] as const)("%s with the query %s is cached as %s", ([path, query, url]) => {
  expect(findCacheableTarget(path, query, stranger)).toEqual({ url, keep: true });
});

test.for([
  "/dashboard",
  "/quran/study",
  "/verify-otp",
  "/zoom/auth/callback",
  "/courses/a/b",
  "/api/auth/login",
  "/api/teachers/prf_1/timeslots",
])("%s is never cached", (path) =>
  expect(findCacheableTarget(path, "a=1", stranger)).toBeUndefined(),
);

test("an extremely long search gets a response that is not cached", () => {
  const query = `search=${"a".repeat(600)}`;
  expect(findCacheableTarget("/courses", query, stranger)?.keep).toBe(false);
});

test("a logged-in person never gets a page cached for visitors", () => {
  for (const path of ["/login", "/signup", "/teachers/prf_1", "/courses/crs_1"]) {
    expect(findCacheableTarget(path, "", { ...stranger, isSignedIn: () => true })).toBeUndefined();
  }
});

test("pages with times are cached per time zone, and a zone in the address takes precedence", () => {
  const inCairo = { ...stranger, findZone: () => "Africa/Cairo" };
  const urlOf = (path: string, query: string) => findCacheableTarget(path, query, inCairo)?.url;
  expect(urlOf("/teachers/prf_1", "")).toBe("/teachers/prf_1?zone=Africa%2FCairo");
  expect(urlOf("/teachers/prf_1", "page=2")).toBe("/teachers/prf_1?page=2&zone=Africa%2FCairo");
  expect(urlOf("/teachers/prf_1", "zone=UTC")).toBe("/teachers/prf_1?zone=UTC");
  expect(urlOf("/courses/crs_1", "")).toBe("/courses/crs_1?zone=Africa%2FCairo");
  expect(urlOf("/courses/compare", "course=crs_1&course=crs_2&page=2")).toBe(
    "/courses/compare?course=crs_1&course=crs_2&zone=Africa%2FCairo",
  );
  for (const path of ["/", "/courses", "/teachers"]) {
    expect(urlOf(path, "")).toBe(`${path}?zone=Africa%2FCairo`);
  }
  expect(urlOf("/students", "")).toBe("/students");
});

test("pages with times are cached separately for 12-hour and 24-hour clocks, once the zone is known", () => {
  const noon = { ...stranger, findHourCycle: () => "h12" as const };
  const urlOf = (zone: string | undefined) =>
    findCacheableTarget("/courses/crs_1", "clock=12&clock=24", { ...noon, findZone: () => zone })
      ?.url;
  expect(urlOf("Africa/Cairo")).toBe("/courses/crs_1?zone=Africa%2FCairo&clock=12");
  expect(urlOf(undefined)).toBe("/courses/crs_1");
});

test.for([
  ["zone=Africa/Cairo", "Africa/Cairo"],
  ["a=b; zone=Asia/Calcutta; c=d", "Asia/Kolkata"],
  ["zone=America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["zone=UTC", "UTC"],
  ["zone=africa/CAIRO", undefined],
  ["zone=+03:00", undefined],
  ["zone=undefined", undefined],
  ["zone=Mars/Olympus", undefined],
  ["zone=../../etc", undefined],
  ["timezone=Africa/Cairo", undefined],
  ["", undefined],
  [undefined, undefined],
] as const)("the Cookie header %s selects the time zone %s", ([header, zone]) => {
  expect(findZoneCookie(header)).toBe(zone);
});

test("cache directives are read as CDNs read them", () => {
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
  ["//evil.example", { path: "/evil.example", query: "" }],
  ["/a/../../b/./c//", { path: "/b/c/", query: "" }],
  ["/%7Ea/%2f%24/", { path: "/~a/%2F$/", query: "" }],
  ["/courses?search=\t", undefined],
  ["/\\evil.example", undefined],
  ["/%5Cevil.example", undefined],
  ["/%00", undefined],
  ["/%zz", undefined],
  ["/courses?search=%00", undefined],
  ["/a%0d%0ab", undefined],
] as const)("the address %s is parsed as %o", ([url, target]) => {
  expect(readTarget(url)).toEqual(target);
});

test.each([
  '<meta name="description" content="Learn <script> and <style>">',
  "<meta name='description' content='<style \"a> <script src=x>'>",
  '<option value="<script>">Any</option>',
  '<!-- <script> --><p title="a > b">Text</p>',
  '<script src="/a.js"></script><style>a{}</style>',
])("user text in attributes doesn't hide a script from the policy: %s", (before) => {
  const hash = `sha256-${createHash("sha256").update("run()").digest("base64")}`;
  const html = `${before}<script>run()</script><p title="</script>">`;
  expect(keepUsedHashes(`script-src '${hash}' 'sha256-b='`, html)).toBe(`script-src '${hash}'`);
});

test("a content policy keeps only the hashes that the page needs", () => {
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
] as const)("the header Accept-Encoding %s gets the encoding %s", ([accepted, encoding]) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test("a refused page loads again after 5 to 9 seconds, but a refused form doesn't", () => {
  expect(reloadTag(5, "GET")).toMatch(/^<meta http-equiv="refresh" content="[5-9]">$/);
  expect(reloadTag(5, "POST")).toBe("");
  expect(reloadTag(5, "HEAD")).toBe("");
});

test("a refused form's page says how to keep what was entered", () => {
  const security = { common: [], dataPolicy: "" } as unknown as SecurityHeaders;
  const pageOf = (method: string) =>
    describeRefusal(security, refusals.busy, { path: "/contact/message", method }).body;
  expect(pageOf("POST")).toContain("go back with your browser's Back button");
  expect(pageOf("POST")).not.toContain("http-equiv");
  expect(pageOf("GET")).not.toContain("Back button");
});
