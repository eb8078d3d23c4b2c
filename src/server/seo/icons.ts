/** The site's icon in the sizes and shapes that home screens require. */
import { sharp } from "../media/decoders.ts";

interface Shape {
  size: number;
  /**
   * Whether the system crops the icon to its own shape. If so, it has square corners and a wide
   * margin.
   */
  bleeds: boolean;
}

export const icons: Readonly<Record<string, Shape>> = {
  "192": { size: 192, bleeds: false },
  "512": { size: 512, bleeds: false },
  "maskable-512": { size: 512, bleeds: true },
  /** iOS rounds the corners itself. */
  "apple-touch": { size: 180, bleeds: true },
};

/** Renders an icon as PNG. */
export function drawIcon({ size, bleeds }: Shape): Promise<Buffer> {
  return sharp(Buffer.from(drawStar(bleeds ? 0 : 7, bleeds ? 0.8 : 1)), { density: 72 * 8 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();
}

const faviconSizes = [16, 32, 48];

/** An ICO file: a 16-byte directory entry for each size, followed by the PNGs. */
export async function drawFavicon(): Promise<Buffer> {
  const pictures = await Promise.all(
    faviconSizes.map(async (size) => ({ size, png: await drawIcon({ size, bleeds: false }) })),
  );
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

/** A green square with the eight-pointed star. A system may crop a tenth on each side. */
const drawStar = (corner: number, scale: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="64" height="64"><rect width="32" height="32" rx="${corner}" fill="#1c5b40"/><g transform="translate(16 16) scale(${scale}) translate(-16 -16)"><g fill="none" stroke="#f3e6c8" stroke-width="1.8" stroke-linejoin="round"><path d="M8.2 8.2h15.6v15.6H8.2z"/><path d="M16 5l11 11-11 11L5 16z"/></g><circle cx="16" cy="16" r="2.6" fill="#f3e6c8"/></g></svg>`;
