import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callbackPath, listNames, meetingServices } from "#lib/meetings/meeting-services.ts";

const pages = join(import.meta.dirname, "..", "..", "..", "src/pages");

test.each(meetingServices)(
  "$name returns to a page of this site after authorization",
  (service) => {
    expect(existsSync(join(pages, `${callbackPath(service)}.astro`))).toBe(true);
  },
);

test("a text lists the names of several meeting services", () => {
  expect(listNames([{ name: "Zoom" }, { name: "Circle Call" }])).toBe("Zoom or Circle Call");
});
