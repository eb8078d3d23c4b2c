import { type ReactNode, useState } from "react";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant, formatTime } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/conversations.ts";
import { MessageText } from "./MessageText.tsx";

const t = getTexts("conversations");

/** A message as shown in the log. */
export interface Line {
  key: string;
  isOwn: boolean;
  /** The author, for screen readers. */
  by: string;
  /** The author, shown if it isn't obvious. */
  author?: string | undefined;
  text: string;
  /** ISO 8601. */
  sentAt: string;
  /** The delivery state, such as 'Sending...' or 'Read'. */
  state?: ReactNode;
  action?: ReactNode;
  marked?: boolean;
  /** Whether the reader has blocked the author. The text is then shown only on request. */
  isHidden?: boolean;
  /** Whether the author deleted the message. */
  isDeleted?: boolean;
}

interface MessageLineProps {
  line: Line;
  zone: string;
  /** Whether it is the first of consecutive messages by its author. */
  isFirst: boolean;
}

export function MessageLine({ line, zone, isFirst }: MessageLineProps) {
  const [isShown, setShown] = useState(false);
  const { isOwn, author, isHidden = false, isDeleted = false } = line;
  return (
    <div
      className={`group grid max-w-[85%] gap-0.5 sm:max-w-[75%] ${
        isOwn ? "ms-auto justify-items-end" : "me-auto justify-items-start"
      } ${isFirst ? "mt-2" : ""}`}
    >
      {author && isFirst && (
        <p dir="auto" className="muted px-1 text-xs font-medium">
          {author}
        </p>
      )}
      {/* In its own element, because the text's direction depends on its first letter. */}
      <p className="sr-only">{t("by", { name: line.by || t("you") })}</p>
      {isDeleted ? (
        <p className="muted rounded-2xl border border-dashed border-base-300 px-3.5 py-2 text-sm">
          {t("deleted")}
        </p>
      ) : isHidden && !isShown ? (
        <p className="muted rounded-2xl border border-dashed border-base-300 px-3.5 py-2 text-sm">
          {t("authorBlocked", { name: isolatedInRtl(line.by) })}{" "}
          <button type="button" className="link min-h-6" onClick={() => setShown(true)}>
            {t("showMessage")}
          </button>
        </p>
      ) : (
        <div
          className={`max-w-full rounded-2xl px-3.5 py-2 ${
            isOwn
              ? "rounded-ee-md bg-secondary text-secondary-content"
              : "rounded-es-md bg-base-200"
          } ${line.marked ? "outline-2 outline-offset-1 outline-accent" : ""}`}
        >
          <p
            dir="auto"
            className="whitespace-pre-wrap text-start text-[0.9375rem] leading-normal wrap-anywhere"
          >
            <MessageText text={line.text} />
          </p>
        </div>
      )}
      <div
        className={`muted flex flex-wrap items-center gap-x-2 px-1 text-xs ${isOwn ? "justify-end" : ""}`}
      >
        <time dateTime={line.sentAt} title={formatInstant(line.sentAt, zone)}>
          {formatTime(line.sentAt, zone)}
        </time>
        {line.state && <span>{line.state}</span>}
        {line.action}
      </div>
    </div>
  );
}
