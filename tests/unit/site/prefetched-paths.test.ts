import { expect, test } from "vitest";
import { prefetchedPaths } from "#lib/site/route-lists.ts";
import { routes } from "#lib/site/routes.ts";

/** Whether the browser may request the page before the user opens it. */
const isPrefetched = (pathname: string) =>
  prefetchedPaths.some((known) => new URLPattern({ pathname: known }).test({ pathname }));

test("pages for users may be prefetched", () => {
  const paths = ["/dashboard", "/dashboard/messages/crs_1", "/add-course", "/edit-course/crs_1"];
  paths.push("/ar/dashboard", "/fr/edit-course/crs_1");
  expect(paths.filter((path) => !isPrefetched(path))).toEqual([]);
});

test("pages that act when they are opened, or that accept a form, are never prefetched", () => {
  const acting = [
    "/join/mtg_1",
    "/start/mtg_1",
    "/zoom/auth/callback",
    "/unsubscribe",
    "/guardian",
  ];
  const forms = routes.filter(({ posts }) => posts).map(({ path }) => path);
  const open = routes.filter(({ access }) => access === "public").map(({ path }) => path);
  expect(
    [...acting, ...forms, ...open, "/api/auth/logout", "/xx/dashboard"].filter(isPrefetched),
  ).toEqual([]);
});
