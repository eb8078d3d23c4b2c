/** Questions and answers of a page, as search engines read them. */
export interface Question {
  question: string;
  /** HTML of links, lists and emphasis. */
  answer: string;
}

/** Cleans an answer's HTML for search engines: removes classes and makes URLs absolute. */
export function toAnswer(html: string, site: string): string {
  return html
    .replaceAll(/ (class|lang|dir)="[^"]*"/g, "")
    .replaceAll(' href="/', ` href="${site}/`)
    .replaceAll(/\s+/g, " ")
    .trim();
}
