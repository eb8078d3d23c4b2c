import { describe, expect, test } from "vitest";
import { listTabs } from "#islands/dashboard/tabs.ts";
import { findRoute, requiresSession } from "#lib/site/routes.ts";
import { findPlace, listPlaces } from "../../../src/components/shell/places.ts";

const roles = ["teacher", "student"] as const;
const pathOf = (path: string, role: "teacher" | "student") =>
  findPlace(new URL(path, "https://halaqa.test"), role)?.path;

describe("the navigation of the pages for users", () => {
  test.each(roles)(
    "has four places for a %s that are always visible, and the others in a menu",
    (role) => {
      const { main, more } = listPlaces(role);
      expect(main.map(({ tab, page }) => tab ?? page)).toEqual([
        "dashboard",
        "courses",
        "messages",
        role === "teacher" ? "students" : "progress",
      ]);
      const tabs = [...main, ...more].flatMap(({ tab }) => tab ?? []);
      expect(tabs.sort()).toEqual(
        listTabs(role)
          .map(({ id }) => id as string)
          .sort(),
      );
    },
  );

  test.each(roles)(
    "leads a %s only to pages that require a session, and marks each of them as the current place",
    (role) => {
      const { main, more } = listPlaces(role);
      for (const place of [...main, ...more]) {
        expect(pathOf(place.path, role)).toBe(place.path);
        for (const path of [place.path.split("?")[0] ?? "", ...(place.owns ?? [])]) {
          expect(requiresSession(findRoute(path)?.access ?? "public"), path).toBe(true);
        }
      }
    },
  );

  test.each([
    ["/dashboard/enrolled-courses/crs_1", "student", "/dashboard?tab=courses"],
    ["/ar/dashboard/progress/crs_1", "student", "/dashboard/progress"],
    ["/dashboard/receipts/rcp_1", "student", "/dashboard/receipts"],
    ["/ur/dashboard?tab=students", "student", "/dashboard"],
    ["/dashboard/messages/crs_1", "teacher", "/dashboard/messages"],
    ["/dashboard/classes/crs_1", "teacher", "/dashboard?tab=courses"],
    ["/edit-course/crs_1", "teacher", "/dashboard?tab=courses"],
    ["/dashboard/disputes/dsp_1", "teacher", "/dashboard/earnings"],
    ["/dashboard/feedback", "teacher", "/dashboard?tab=settings"],
    ["/dashboard/verification", "teacher", "/dashboard?tab=settings"],
    ["/dashboard/verification", "student", undefined],
    ["/dashboard/progressive", "student", undefined],
  ] as const)("shows the path %s of a %s as part of %s", (path, role, place) => {
    expect(pathOf(path, role)).toBe(place);
  });
});
