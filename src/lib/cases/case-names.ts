/** The names of what people report, in the reader's language. */
import { getTexts } from "#translations/cases.ts";
import type { CaseSubjectKind, ReportCategory } from "./cases.rules.ts";

const t = getTexts("cases");

export const nameSubject = (subject: CaseSubjectKind): string => t(`subject.${subject}`);

export const nameCategory = (category: ReportCategory): string => t(`category.${category}`);
