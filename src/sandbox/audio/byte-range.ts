/** The bytes of a file that a Range header requests (RFC 9110, section 14). */

export interface ByteRange {
  first: number;
  /** Inclusive. */
  last: number;
}

/**
 * Reads the header. Several ranges and other units are ignored, as the standard permits.
 * @returns `whole` for the whole file, `none` if the range is beyond its end.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | "whole" | "none" {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return "whole";
  if (from === "") {
    const bytes = Number(to);
    return bytes === 0 ? "none" : { first: Math.max(0, size - bytes), last: size - 1 };
  }
  const first = Number(from);
  if (to !== "" && Number(to) < first) return "whole";
  if (first >= size) return "none";
  return { first, last: Math.min(to === "" ? size - 1 : Number(to), size - 1) };
}
