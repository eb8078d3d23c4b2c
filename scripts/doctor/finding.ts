/** What the checks of `npm run doctor` report. */

/**
 * - `good`: as it should be.
 * - `notice`: works, but should be looked at.
 * - `problem`: something that people need doesn't work, or won't.
 * - `unchecked`: couldn't be examined, for the reason given.
 */
export type Outcome = "good" | "notice" | "problem" | "unchecked";

export interface Finding {
  outcome: Outcome;
  /** A sentence. For problems and notices, it also says what to do. */
  text: string;
}

export const good = (text: string): Finding => ({ outcome: "good", text });
export const notice = (text: string): Finding => ({ outcome: "notice", text });
export const problem = (text: string): Finding => ({ outcome: "problem", text });
export const unchecked = (text: string): Finding => ({ outcome: "unchecked", text });

/** The findings of one subject, such as Stripe. */
export interface Section {
  title: string;
  findings: Finding[];
}

const signs: Record<Outcome, string> = { good: "✓", notice: "!", problem: "✗", unchecked: "–" };

/** The report as text, with one line for each finding and a summary at the end. */
export function formatSections(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ title, findings }) => [
    title,
    ...findings.map(({ outcome, text }) => `  ${signs[outcome]} ${text}`),
    "",
  ]);
  const count = (outcome: Outcome) =>
    sections.flatMap(({ findings }) => findings).filter((each) => each.outcome === outcome).length;
  const counted = [
    plural(count("problem"), "problem"),
    plural(count("notice"), "notice"),
    `${count("unchecked")} not checked`,
  ];
  return [...lines, counted.join(", ")].join("\n");
}

const plural = (count: number, noun: string): string =>
  `${count} ${count === 1 ? noun : `${noun}s`}`;

export function hasProblem(sections: readonly Section[]): boolean {
  return sections.some(({ findings }) => findings.some(({ outcome }) => outcome === "problem"));
}

/** The reason for an error in one line, without its stack. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const deeper = cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
  return `${message}${deeper}`.replace(/\s+/g, " ");
}
