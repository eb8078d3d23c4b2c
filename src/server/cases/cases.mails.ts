/** Emails about cases. Call each function in the recipient's language. */
import { nameSubject } from "#lib/cases/case-names.ts";
import {
  type AppealResult,
  type CaseOutcome,
  compareDecisions,
  hasHideableText,
} from "#lib/cases/cases.rules.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/translate.ts";
import type { RecipientMail } from "../guardians/recipients.ts";
import { type Appealable, appealAction, appealText } from "./appeal.mails.ts";
import type { CaseRow } from "./open-case.ts";

const t = getTexts("cases");

type Written = Pick<RecipientMail, "subject" | "content">;

const dateOf = (instant: Date): string => formatDate(instant.toISOString(), "UTC");

const priceOf = (cents: number): string => formatExactPrice(toDollars(cents));

const reasonOf = (reason: string): string =>
  t("mail.decided.reason", { reason: isolatedInRtl(reason) });

/** What the person concerned wrote. */
export const quoteOf = (text: string): string =>
  t("mail.person.quote", { text: isolatedInRtl(text) });

export interface Decision {
  outcome: CaseOutcome;
  reason: string;
}

/**
 * Notifies a reporter of the decision, without naming the person concerned or the measure taken.
 */
export function decidedMail(
  { subjectKind }: Pick<CaseRow, "subjectKind">,
  reportedAt: Date,
  { outcome, reason }: Decision,
): Written {
  return {
    subject: t("mail.decided.subject"),
    content: {
      title: t("mail.decided.subject"),
      preheader: t("mail.decided.preheader"),
      paragraphs: [
        t("mail.decided.first", { subject: nameSubject(subjectKind), date: dateOf(reportedAt) }),
        t(outcome === "no-action" ? "mail.decided.noAction" : "mail.decided.action"),
        reasonOf(reason),
        t("mail.decided.thanks"),
      ],
      because: t("mail.decided.because"),
    },
  };
}

/** How much of a payment the student has back. */
export interface Returned {
  paidCents: number;
  returnedCents: number;
}

/** Notifies a student of the decision about a refund request. */
export function refundDecidedMail(
  { title }: Pick<CaseRow, "title">,
  { outcome, reason }: Decision,
  { paidCents, returnedCents }: Returned,
): Written {
  const course = isolatedInRtl(title);
  const isBack = returnedCents >= paidCents;
  const refused = isBack ? "already" : returnedCents > 0 ? "noMore" : "no";
  const values = { course, paid: priceOf(paidCents), returned: priceOf(returnedCents) };
  return {
    subject: t("mail.refund.subject"),
    content: {
      title: t("mail.refund.subject"),
      preheader: t("mail.refund.preheader"),
      paragraphs: [
        t(`mail.refund.${outcome === "refund" ? "yes" : refused}`, values),
        reasonOf(reason),
      ],
      because: t("mail.refund.because"),
    },
  };
}

type PersonOutcome = Exclude<CaseOutcome, "no-action" | "refund" | "suspend">;

function nameOutcome(subject: CaseRow["subjectKind"], outcome: PersonOutcome) {
  if (subject === "introduction" && outcome !== "hide-course")
    return `introduction.${outcome}` as const;
  return outcome === "warn" && hasHideableText(subject) ? "warnText" : outcome;
}

/**
 * Notifies the person concerned, who must not learn who reported. Suspensions have an email of
 * their own.
 * @param quote what the person wrote.
 * @param appeal the link to appeal; undefined after an appeal.
 */
export function concernedMail(
  { kind, subjectKind, title }: Pick<CaseRow, "kind" | "subjectKind" | "title">,
  { outcome, reason }: { outcome: PersonOutcome; reason: string },
  quote: string | undefined,
  appeal: Appealable | undefined,
): Written {
  const isAboutText = hasHideableText(subjectKind);
  const isUnreported = kind === "staff" && outcome === "hide-course";
  return {
    subject: t("mail.person.subject"),
    content: {
      title: t("mail.person.subject"),
      preheader: t("mail.person.preheader"),
      paragraphs: [
        isUnreported
          ? t("mail.person.hideCourseUnreported", { course: isolatedInRtl(title) })
          : t(`mail.person.${nameOutcome(subjectKind, outcome)}`),
        ...(isAboutText && quote ? [quoteOf(quote)] : []),
        reasonOf(reason),
        ...(appeal ? [appealText(appeal)] : []),
      ],
      ...(appeal && { action: appealAction(appeal) }),
      because: t("mail.person.because"),
    },
  };
}

/**
 * What became of the suspension that a case decided: it is in effect, has ended, or was replaced by a
 * later one, which ends on a date.
 */
export type SuspensionState =
  | { kind: "running" }
  | { kind: "ended" }
  | { kind: "replaced"; until: Date };

export interface AppealDecision extends Decision {
  /** The new end of a suspension that is upheld. */
  movedTo?: Date | undefined;
  /** Of the suspension that was appealed, before the decision about the appeal. */
  state?: SuspensionState | undefined;
}

/** Notifies the person concerned of the decision about the appeal. */
export function appealDecidedMail(
  before: CaseOutcome,
  { outcome, reason, movedTo, state }: AppealDecision,
): Written {
  const result = compareDecisions(before, outcome);
  return {
    subject: t("mail.appealed.subject"),
    content: {
      title: t("mail.appealed.subject"),
      preheader: t("mail.appealed.preheader"),
      paragraphs: [
        t(`mail.appealed.${movedTo ? "changed" : nameResult(result, state)}`),
        ...describeOver(result, state),
        ...(movedTo ? [t("mail.appealed.newEnd", { date: dateOf(movedTo) })] : []),
        reasonOf(reason),
      ],
      because: t("mail.appealed.because"),
    },
  };
}

/** Restrictions by a later decision aren't lifted. */
const nameResult = (result: AppealResult, state?: SuspensionState) =>
  result === "overturned" && state?.kind === "replaced" ? "reversed" : result;

/** What the decision means for someone whose suspension was over. */
function describeOver(result: AppealResult, state?: SuspensionState): string[] {
  if (state?.kind === "ended")
    return [t(`mail.appealed.${result === "upheld" ? "endedUpheld" : "ended"}`)];
  if (state?.kind === "replaced")
    return [t("mail.appealed.replaced", { date: dateOf(state.until) })];
  return [];
}

/** Notifies those who reported that an appeal changed the decision. */
export function appealChangedMail(
  { subjectKind }: Pick<CaseRow, "subjectKind">,
  reason: string,
): Written {
  return {
    subject: t("mail.decided.subject"),
    content: {
      title: t("mail.decided.subject"),
      preheader: t("mail.appealed.preheader"),
      paragraphs: [
        t("mail.appealed.reporter", { subject: nameSubject(subjectKind) }),
        reasonOf(reason),
      ],
      because: t("mail.decided.because"),
    },
  };
}

/** A message that a member of staff wrote to someone who reported a concern or wrote to us. */
export function replyMail(
  { subjectKind, title }: Pick<CaseRow, "subjectKind" | "title">,
  text: string,
): Written {
  const subject =
    subjectKind === "contact"
      ? t("mail.reply.contactSubject", { subject: isolatedInRtl(title) })
      : t("mail.reply.subject");
  return written(subject, text, t("mail.reply.because"));
}

/** A message that a member of staff wrote to the person concerned. */
export const questionMail = (text: string): Written =>
  written(t("mail.reply.personSubject"), text, t("mail.reply.becausePerson"));

function written(subject: string, text: string, because: string): Written {
  return {
    subject,
    content: {
      title: subject,
      preheader: t("mail.reply.preheader"),
      paragraphs: text.split(/\n+/),
      because,
    },
  };
}
