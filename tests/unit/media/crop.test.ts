import { describe, expect, it } from "vitest";
import { findPart, maxZoom, middle, movePart, zoomPart } from "#lib/media/crop.ts";

const landscape = { width: 1_000, height: 500 };
const portrait = { width: 500, height: 1_000 };

describe("the part of a picture", () => {
  it("is the largest centered one unless someone chooses another", () => {
    expect(findPart(landscape, 1, middle)).toEqual({ left: 250, top: 0, width: 500, height: 500 });
    expect(findPart(portrait, 1, middle)).toEqual({ left: 0, top: 250, width: 500, height: 500 });
    const wide = findPart(portrait, 16 / 9, middle);
    expect(wide.width).toBe(500);
    expect(wide.height).toBeCloseTo(281.25);
  });

  it("moves as far as there is room", () => {
    const moved = movePart(landscape, 1, middle, { right: 100, down: 100 });
    expect(findPart(landscape, 1, moved)).toMatchObject({ left: 350, top: 0 });
    const far = movePart(landscape, 1, moved, { right: 9_999, down: -9_999 });
    expect(findPart(landscape, 1, far)).toMatchObject({ left: 500, top: 0 });
    const back = movePart(landscape, 1, far, { right: -9_999, down: 0 });
    expect(findPart(landscape, 1, back)).toMatchObject({ left: 0 });
  });

  it("keeps its middle while it is zoomed, and stays inside the picture", () => {
    const right = movePart(landscape, 1, middle, { right: 100, down: 0 });
    const zoomed = zoomPart(landscape, 1, right, 2);
    expect(findPart(landscape, 1, zoomed)).toEqual({
      left: 475,
      top: 125,
      width: 250,
      height: 250,
    });
    expect(zoomPart(landscape, 1, zoomed, 99).zoom).toBe(maxZoom);
    const corner = movePart(landscape, 1, zoomPart(landscape, 1, middle, 4), {
      right: 9_999,
      down: 9_999,
    });
    expect(findPart(landscape, 1, zoomPart(landscape, 1, corner, 0))).toEqual({
      left: 500,
      top: 0,
      width: 500,
      height: 500,
    });
  });
});
