import { useNow } from "#islands/ui/time/use-now.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import type { TimelineEntry } from "#lib/timeline/timeline.responses.ts";
import { findRoomless } from "#lib/timeline/timeline.rules.ts";
import { getTexts } from "#translations/timeline.ts";

const t = getTexts("timeline");

interface RoomWarningProps {
  timeline: readonly TimelineEntry[];
  zone: string;
}

/** Warns a teacher of a class that starts within a day and can't be joined, and says what to do. */
export function RoomWarning({ timeline, zone }: RoomWarningProps) {
  const now = useNow(60_000);
  const entry = findRoomless(timeline, now);
  if (!entry?.course) return null;
  const { needsConnection } = entry;
  return (
    <section
      aria-labelledby="room-warning"
      className="grid gap-3 rounded-box border border-warning/40 bg-warning/10 p-5"
    >
      <h2 id="room-warning" className="text-base text-warning">
        {t("warning.title")}
      </h2>
      <p className="max-w-prose text-sm">
        {t("warning.text", {
          course: isolatedInRtl(entry.course.title),
          time: formatInstant(entry.startsAt, zone, now),
        })}
        {needsConnection && <> {t("warning.unconnected", { service: meetingServiceNames })}</>}
      </p>
      <a
        className="btn btn-secondary justify-self-start"
        href={localizePath(
          needsConnection ? "/dashboard/meetings" : `/dashboard/classes/${entry.course._id}`,
        )}
      >
        {needsConnection
          ? t("warning.connect", { service: meetingServiceNames })
          : t("warning.create")}
      </a>
    </section>
  );
}
