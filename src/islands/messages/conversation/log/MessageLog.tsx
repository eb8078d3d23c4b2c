import { Fragment, type ReactNode, useEffect } from "react";
import { Icon } from "#islands/ui/Icon.tsx";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatDay } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/conversations.ts";
import { type Line, MessageLine } from "./MessageLine.tsx";
import { useArrivals } from "./use-arrivals.ts";
import { useScrollPosition } from "./use-scroll-position.ts";

const t = getTexts("conversations");

interface MessageLogProps {
  name: string;
  lines: readonly Line[];
  /** Content above the first message. */
  beginning?: ReactNode;
  /** Content below the last message, such as who is typing. */
  end?: ReactNode;
  /** A note that covers the oldest lines in view, so that nothing moves when it appears. */
  note?: ReactNode;
  onTop?: (() => void) | undefined;
  /** Called whenever the newest message is in view. */
  onSeen?: () => void;
}

/** The part of a button's label that only screen readers read. */
const more = (text: ReactNode[]) => (
  <span key="more" className="sr-only">
    {text}
  </span>
);

/** The messages of a conversation. Stays at the newest message unless the reader scrolls away. */
export function MessageLog({ name, lines, beginning, end, note, onTop, onSeen }: MessageLogProps) {
  const [first, last] = [lines[0], lines.at(-1)];
  const place = useScrollPosition(
    { first: first?.key, last: last?.key, lastIsOwn: last?.isOwn ?? false },
    onTop,
  );
  const arrivals = useArrivals(lines, place.isAway);
  const zone = viewerZone();
  const marked = lines.find((line) => line.marked)?.key;
  useEffect(() => {
    const element = marked && document.getElementById(marked);
    if (element) element.scrollIntoView({ block: "center" });
  }, [marked]);
  const { isAway } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new message
  useEffect(() => {
    const see = () => {
      if (document.visibilityState === "visible" && !isAway) onSeen?.();
    };
    see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [onSeen, isAway, last?.key]);

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={place.box}
        role="log"
        // New messages are announced below, so that loading older ones isn't announced.
        aria-live="off"
        aria-label={t("messagesWith", { name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must scroll it
        tabIndex={0}
        onScroll={place.onScroll}
        // The reversed direction shows the newest message at once, even before scripts have loaded.
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full shrink-0 flex-col gap-1 p-4">
          <div className={`grid ${first ? "mt-auto" : "m-auto"}`}>{beginning}</div>
          {lines.map((line, index) => {
            const day = formatDay(line.sentAt, zone, Date.now());
            const before = lines[index - 1];
            const isNewDay = !before || formatDay(before.sentAt, zone, Date.now()) !== day;
            return (
              <Fragment key={line.key}>
                {isNewDay && <p className="muted my-3 text-center text-xs">{capitalize(day)}</p>}
                <div id={line.key} className="grid">
                  <MessageLine
                    line={line}
                    zone={zone}
                    isFirst={isNewDay || before.by !== line.by || before.isOwn !== line.isOwn}
                  />
                </div>
              </Fragment>
            );
          })}
          {end}
        </div>
      </div>
      {note && (
        <p
          role="status"
          className="absolute start-0 top-0 w-full border-b border-base-300 bg-base-200 px-4 py-1.5 text-center text-xs"
        >
          {note}
        </p>
      )}
      <p className="sr-only" role="status">
        {arrivals.spoken}
      </p>
      {place.isAway && (
        <button
          type="button"
          className="btn btn-sm absolute end-4 bottom-3 gap-1.5 rounded-full border-base-300 bg-base-100 shadow-raised"
          onClick={place.toEnd}
        >
          <Icon name="arrow" className="size-4 rotate-90" />
          {arrivals.unseen > 0
            ? t.rich("new", { count: arrivals.unseen, more })
            : t.rich("newest", { more })}
        </button>
      )}
    </div>
  );
}
