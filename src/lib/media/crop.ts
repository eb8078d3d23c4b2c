/** Which part of a picture is used. */

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  left: number;
  top: number;
}

/**
 * The chosen part: how far it is zoomed in, and its position among those possible, from 0 (left or
 * top) to 1 (right or bottom).
 */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

export const maxZoom = 4;

/** The largest part from the middle, which pages show unless someone chooses another one. */
export const middle: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max);

/** @param aspect width divided by height. */
export function findPart({ width, height }: Size, aspect: number, { zoom, x, y }: Crop): Rect {
  const widest = Math.min(width, height * aspect);
  const part = { width: widest / zoom, height: widest / aspect / zoom };
  return { ...part, left: (width - part.width) * x, top: (height - part.height) * y };
}

/** Moves the part by a distance in pixels of the picture, as far as there is room. */
export function movePart(
  size: Size,
  aspect: number,
  crop: Crop,
  by: { right: number; down: number },
): Crop {
  const { width, height } = findPart(size, aspect, crop);
  const move = (at: number, distance: number, room: number) =>
    room < 1 ? at : clamp(at + distance / room, 0, 1);
  return {
    ...crop,
    x: move(crop.x, by.right, size.width - width),
    y: move(crop.y, by.down, size.height - height),
  };
}

/** Zooms, and keeps the middle of the part where it is, as far as there is room. */
export function zoomPart(size: Size, aspect: number, crop: Crop, zoom: number): Crop {
  const before = findPart(size, aspect, crop);
  const zoomed = { ...crop, zoom: clamp(zoom, 1, maxZoom) };
  const after = findPart(size, aspect, zoomed);
  const place = (start: number, length: number, newLength: number, all: number) =>
    all - newLength < 1 ? 0.5 : clamp((start + (length - newLength) / 2) / (all - newLength), 0, 1);
  return {
    ...zoomed,
    x: place(before.left, before.width, after.width, size.width),
    y: place(before.top, before.height, after.height, size.height),
  };
}
