import type { ReactNode } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";

interface TimelineEntry {
  id: string;
  what: string;
  at: string;
  /** A note, an email or a reason. */
  text?: string | undefined;
  /** Whether only staff read the text. */
  isInternal?: boolean;
}

/** What happened, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }): ReactNode {
  return (
    <ol className="grid gap-4 border-s-2 border-base-300 ps-4 text-sm empty:hidden">
      {entries.map(({ id, what, at, text, isInternal = false }) => (
        <li key={id} className="grid gap-1">
          <p>{what}</p>
          {text && (
            <p
              className={`max-w-prose justify-self-start rounded-field p-3 wrap-anywhere whitespace-pre-line ${isInternal ? "bg-warning/15" : "border border-base-300 bg-base-100"}`}
              dir="auto"
            >
              {text}
            </p>
          )}
          <p className="muted text-xs">
            <LocalTime instant={at} />
          </p>
        </li>
      ))}
    </ol>
  );
}
