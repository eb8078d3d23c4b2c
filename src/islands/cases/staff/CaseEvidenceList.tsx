import type { ReactNode } from "react";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { Credentials } from "#islands/vetting/shared/Credentials.tsx";
import type { CaseEvidence } from "#lib/cases/case-evidence.responses.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl, isolatedNumber } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

/** The copies that the case keeps. */
export function CaseEvidenceList({ detail }: { detail: CaseDetail }) {
  const { evidence } = detail;
  if (evidence.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("evidence.title")}</h2>
      <p className="muted text-sm">{t("evidence.text")}</p>
      <ol className="grid gap-2">
        {evidence.map((each) => (
          <li key={`${each.kind} ${each.id}`}>
            <Evidence evidence={each} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Evidence({ evidence }: { evidence: CaseEvidence }) {
  switch (evidence.kind) {
    case "message":
      return (
        <Copy
          author={evidence.authorName}
          at={evidence.sentAt}
          text={evidence.text}
          isReported={evidence.isReported}
          badges={evidence.wasDeleted ? [t("evidence.deleted")] : []}
        />
      );
    case "review":
      return (
        <Copy
          author={evidence.authorName}
          at={evidence.writtenAt}
          text={evidence.text}
          isReported
          badges={[
            t("evidence.rating", { rating: evidence.rating }),
            ...(evidence.wasHidden ? [t("evidence.hidden")] : []),
          ]}
        />
      );
    case "comment":
      return (
        <Copy
          author={evidence.authorName}
          at={evidence.writtenAt}
          text={evidence.text}
          isReported
          badges={evidence.wasHidden ? [t("evidence.hidden")] : []}
          note={t("evidence.inCourse", { course: isolatedInRtl(evidence.courseTitle) })}
          href={`/staff/courses/${evidence.courseId}`}
        />
      );
    case "profile":
      return (
        <Copy
          author={evidence.name}
          text=""
          {...(evidence.texts.length === 0 && { empty: t("evidence.empty") })}
          href={`/${evidence.role === "teacher" ? "teachers" : "students"}/${evidence.id}`}
          pictures={evidence.imageUrl === null ? [] : [evidence.imageUrl]}
        >
          {evidence.texts.length > 0 && <Texts texts={evidence.texts} />}
          {evidence.credentials && <Credentials credentials={evidence.credentials} isNested />}
        </Copy>
      );
    case "introduction":
      return (
        <Copy
          author={evidence.teacherName}
          at={evidence.addedAt}
          text={evidence.seconds === null ? evidence.url : ""}
          badges={evidence.wasHidden ? [t("evidence.hidden")] : []}
          href={`/teachers/${evidence.teacherId}`}
        >
          {evidence.seconds !== null && (
            <Recording url={evidence.url} name={evidence.teacherName} />
          )}
        </Copy>
      );
    case "course":
      return (
        <Copy
          author={evidence.title}
          text={evidence.description}
          pictures={evidence.imageUrls}
          badges={evidence.wasHidden ? [t("evidence.hidden")] : []}
          note={t("evidence.teacher", { name: isolatedInRtl(evidence.teacherName) })}
          href={`/staff/courses/${evidence.id}`}
        >
          {evidence.texts && evidence.texts.length > 0 && <Texts texts={evidence.texts} />}
        </Copy>
      );
    case "class":
      return (
        <Copy author={t("evidence.class")} at={evidence.startsAt} text={evidence.note ?? ""} />
      );
    case "payment":
      return (
        <Copy
          author={evidence.courseTitle}
          at={evidence.paidAt ?? undefined}
          text={t("evidence.amount", {
            amount: isolatedNumber(formatExactPrice(toDollars(evidence.amountCents))),
            refunded: isolatedNumber(formatExactPrice(toDollars(evidence.refundedCents))),
          })}
          note={t("evidence.student", { name: isolatedInRtl(evidence.studentName) })}
        />
      );
    case "picture":
      return (
        <Copy author={evidence.senderName} at={evidence.sentAt} text="" pictures={[evidence.url]} />
      );
    case "contact":
      return (
        <Copy
          author={evidence.subject}
          at={evidence.sentAt}
          text={evidence.text}
          note={`${evidence.name} <${evidence.email}>`}
        />
      );
  }
}

/** Each text in its own direction, whatever the language of the console. */
function Texts({ texts }: { texts: readonly { field: string; text: string }[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {texts.map(({ field, text }) => (
        <div key={field}>
          <dt className="muted text-xs">{nameField(field)}</dt>
          <dd className="max-w-prose wrap-anywhere whitespace-pre-line" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Recording({ url, name }: { url: string; name: string }) {
  const label = t("evidence.recording", { name: isolatedInRtl(name) });
  // biome-ignore lint/a11y/useMediaCaption: Recitations have no transcript.
  return <audio className="w-full max-w-md" controls preload="none" src={url} aria-label={label} />;
}

/** As large as the panel allows, because details can matter. */
function Pictures({ paths, name }: { paths: readonly string[]; name: string }) {
  const label = t("evidence.picture", { name: isolatedInRtl(name) });
  return (
    <ul className="flex flex-wrap gap-2 py-1">
      {paths.map((path) => (
        <li key={path} className="min-w-0">
          <a className="block" href={path} target="_blank" rel="noopener">
            <img className="max-h-64 rounded-field" src={path} alt={label} />
          </a>
        </li>
      ))}
    </ul>
  );
}

const fieldNames = [
  "bio",
  "specializations",
  "learningGoals",
  "preferredTeachingMethods",
  "objectives",
  "requirements",
  "topics",
] as const;

function nameField(field: string): string {
  const known = fieldNames.find((each) => each === field);
  return known ? t(`evidence.field.${known}`) : field;
}

interface CopyProps {
  author: string;
  at?: string | undefined;
  text: string;
  empty?: string;
  badges?: readonly string[];
  isReported?: boolean;
  note?: string;
  href?: string;
  pictures?: readonly string[] | undefined;
  children?: ReactNode;
}

function Copy({ author, at, text, empty, badges = [], isReported, ...more }: CopyProps) {
  const { note, href, pictures = [], children } = more;
  return (
    <article className={`panel grid gap-1.5 p-4 ${isReported ? "border-error" : ""}`}>
      <Line>
        <bdi className="font-medium wrap-anywhere">{author}</bdi>
        {isReported && <Badge kind="urgent">{t("evidence.reported")}</Badge>}
        {badges.map((badge) => (
          <Badge key={badge}>{badge}</Badge>
        ))}
        {at && (
          <span className="muted text-xs">
            <LocalTime instant={at} />
          </span>
        )}
      </Line>
      {pictures.length > 0 && <Pictures paths={pictures} name={author} />}
      {(text || empty) && (
        <p
          className="max-w-prose justify-self-start text-sm wrap-anywhere whitespace-pre-line"
          dir="auto"
        >
          {text || <span className="muted">{empty}</span>}
        </p>
      )}
      {children}
      {(note || href) && (
        <p className="muted flex flex-wrap gap-x-3 text-xs">
          {note && <span dir="auto">{note}</span>}
          {href && (
            <a className="link" href={localizePath(href)}>
              {t("evidence.open")}
            </a>
          )}
        </p>
      )}
    </article>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">{children}</p>
);
