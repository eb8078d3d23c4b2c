/** The longest name of a file, without its ending. */
const maxLength = 80;

/**
 * A name for lists and downloads from the name on someone's device: without a path, and with the
 * ending of the stored format.
 * @param fallback the name if nothing is left, for example "document".
 */
export function nameFile(name: string, ending: string, fallback: string): string {
  const base = name.replace(/^.*[/\\]/s, "").replace(/\.[^.]*$/, "");
  const clean = base.replaceAll(/[\p{Cc}\p{Cf}"<>|:*?]/gu, "");
  return `${[...clean.trim()].slice(0, maxLength).join("") || fallback}.${ending}`;
}
