/** As much of a description as search engines show. */
const longest = 155;

/** The beginning of a text as one line, cut between words. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > longest / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:.–-]+$/u, "")}…`.toWellFormed();
}
