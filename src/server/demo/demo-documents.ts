/** Draws the private documents of demo teachers. */
import { sharp } from "../media/decoders.ts";

/** A PDF of one page with a few lines of Latin text. */
export function drawCertificate(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, index) => `1 0 0 1 72 ${700 - index * 34} Tm (${escapeText(line)}) Tj`)
    .join("\n");
  const drawing = `BT /F1 20 Tf\n${text}\nET\n2 w 48 48 499 746 re S`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}

const escapeText = (text: string): string => text.replaceAll(/[\\()]/g, "\\$&");

/** A picture of an identity card, without anyone's data. */
export function drawIdentityCard(): Promise<Buffer> {
  const lines = [150, 200, 250, 300]
    .map(
      (y) => `<rect x="330" y="${y}" width="${y === 300 ? 180 : 330}" height="22" fill="#b8ad94"/>`,
    )
    .join("");
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="480"><rect width="760" height="480" rx="28" fill="#efe8d6"/><rect width="760" height="84" fill="#1f5d50"/><rect x="64" y="140" width="210" height="260" rx="12" fill="#d8ceb5"/><circle cx="169" cy="230" r="52" fill="#8d8067"/><path d="M84 400a85 90 0 0 1 170 0z" fill="#8d8067"/>${lines}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}
