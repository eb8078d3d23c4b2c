/**
 * The initials of the first two words of a name, for people without a picture. The Arabic article
 * is skipped, and a zero-width non-joiner prevents two Arabic initials from joining.
 */
export function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...word.replace(/^ال(?=\p{L}{2})/u, "")][0] ?? "")
    .join(/\p{Script=Arabic}/u.test(name) ? "\u200c" : "")
    .toUpperCase();
}
