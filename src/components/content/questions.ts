/** Questions and answers of a page, as search engines read them. */
export interface Question {
  question: string;
  /** HTML of links, lists and emphasis. */
  answer: string;
}

/** The answer without what only our own screens understand: classes, and addresses within the site. */
export function toAnswer(html: string, site: string): string {
  return html
    .replaceAll(/ (class|lang|dir)="[^"]*"/g, "")
    .replaceAll(' href="/', ` href="${site}/`)
    .replaceAll(/\s+/g, " ")
    .trim();
}
