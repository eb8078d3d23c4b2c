import sharp from "sharp";
import { expect, test } from "vitest";
import { drawFavicon } from "#server/seo/icons.ts";

test("favicon.ico contains a picture of each size", async () => {
  const file = await drawFavicon();
  expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
  const sizes: number[] = [];
  for (let index = 0; index < file.readUInt16LE(4); index += 1) {
    const entry = 6 + 16 * index;
    const offset = file.readUInt32LE(entry + 12);
    const png = file.subarray(offset, offset + file.readUInt32LE(entry + 8));
    const { format, width, height } = await sharp(png).metadata();
    expect({ format, width, height }).toEqual({
      format: "png",
      width: file.readUInt8(entry),
      height: file.readUInt8(entry + 1),
    });
    sizes.push(width);
  }
  expect(sizes).toEqual([16, 32, 48]);
});
