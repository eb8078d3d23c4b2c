/** Questions and answers of a page, as search engines read them. */
export interface Question {
  question: string;
  /** HTML of links, lists and emphasis. */
  answer: string;
}

/** https://schema.org/FAQPage of everything that the page answers. */
export function toFaqPage(questions: readonly Question[]): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** The answer without what only our own screens understand: classes, and addresses within the site. */
export function toAnswer(html: string, site: string): string {
  return html
    .replaceAll(/ (class|lang|dir)="[^"]*"/g, "")
    .replaceAll(' href="/', ` href="${site}/`)
    .replaceAll(/\s+/g, " ")
    .trim();
}
