import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { formatDay, formatInstant, viewerZone } from "#lib/instants.ts";

/** A message as the log shows it, wherever it comes from. */
export interface Line {
  key: string;
  isOwn: boolean;
  /** Whose it is, where that isn't clear. */
  author?: string | undefined;
  text: string;
  /** ISO 8601. */
  sentAt: string;
  /** 'Sending…', 'Read' and the like. */
  state?: ReactNode;
  action?: ReactNode;
  marked?: boolean;
}

interface MessageLogProps {
  name: string;
  lines: readonly Line[];
  /** What stands above the first message. */
  beginning?: ReactNode;
  /** What stands below the last one, e.g. who is typing. */
  end?: ReactNode;
  onTop?: (() => void) | undefined;
}

const nearEdge = 48;

function clock(instant: string): string {
  const options = { hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(new Date(instant));
}

/** The messages of a conversation. It stays at the newest one unless somebody scrolled away. */
export function MessageLog({ name, lines, beginning, end, onTop }: MessageLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const fromEnd = useRef(0);
  const zone = viewerZone();
  const marked = lines.find((line) => line.marked)?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the height moves it
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Older messages come in above: what is in view stays where it is.
    element.scrollTop = element.scrollHeight - (atEnd.current ? 0 : fromEnd.current);
  }, [lines.length, lines[0]?.key, end]);
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: "center" });
  }, [marked]);

  const onScroll = () => {
    const element = box.current;
    if (!element) return;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    atEnd.current = fromEnd.current - element.clientHeight < nearEdge;
    if (element.scrollTop < nearEdge) onTop?.();
  };

  return (
    <div
      ref={box}
      role="log"
      aria-label={`Messages with ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="flex min-h-0 flex-1 flex-col gap-1 overflow-y-auto overscroll-contain p-4"
    >
      {beginning}
      {lines.map((line, index) => {
        const day = formatDay(line.sentAt, zone);
        const before = lines[index - 1];
        const isNewDay = !before || formatDay(before.sentAt, zone) !== day;
        return (
          <div key={line.key} id={line.key} className="grid">
            {isNewDay && <p className="muted my-3 text-center text-xs">{day}</p>}
            <div className={`grid max-w-[85%] gap-0.5 ${line.isOwn ? "ms-auto" : "me-auto"}`}>
              {line.author && (isNewDay || before?.author !== line.author || before.isOwn) && (
                <p className="muted mt-1 px-1 text-xs">{line.author}</p>
              )}
              <p
                dir="auto"
                className={`whitespace-pre-wrap rounded-2xl px-3.5 py-2 text-[0.9375rem] wrap-anywhere ${
                  line.isOwn ? "bg-secondary text-secondary-content" : "bg-base-200"
                } ${line.marked ? "outline-2 outline-accent" : ""}`}
              >
                {line.text}
              </p>
              <div
                className={`muted flex items-center gap-2 px-1 text-xs ${line.isOwn ? "justify-end" : ""}`}
              >
                <time dateTime={line.sentAt} title={formatInstant(line.sentAt, zone)}>
                  {clock(line.sentAt)}
                </time>
                {line.state && <span>{line.state}</span>}
                {line.action}
              </div>
            </div>
          </div>
        );
      })}
      {end}
    </div>
  );
}
