/**
 * The first letters of the first two words: what stands for a person without a picture. The Arabic
 * article says nothing of whom it stands before, and two initials don't join into a word.
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
