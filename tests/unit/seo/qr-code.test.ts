import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawCode } from "#server/seo/share-images/qr-code.ts";

/** What a phone reads from the picture. */
async function scan(svg: string): Promise<string> {
  const picture = sharp(Buffer.from(svg)).resize(320).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

test("a scanned QR code leads to the page, in light and dark surroundings", async () => {
  const url = "https://halaqa.example/ar/courses/crs_0123456789abcdefghij";
  const svg = drawCode(url);
  expect(await scan(svg)).toBe(url);
  const { data } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
});
