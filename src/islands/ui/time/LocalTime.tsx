import { formatInstant, formatUpcoming, isSameClock } from "#lib/time/format-time.ts";
import { renderedZone, viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/ui.ts";
import { useHydrated } from "../use-hydrated.ts";

const t = getTexts("ui");

interface LocalTimeProps {
  /** ISO 8601. */
  instant: string;
  /**
   * The time zone of the person who set the time. Also shown if it differs from the
   * viewer's.
   */
  otherZone?: string | undefined;
  /** The text after the time in the other zone. */
  otherLabel?: string;
  /** The viewer's time zone as the server knows it, used until the browser's zone is known. */
  zoneBefore?: string | undefined;
  /** The zone of all times on the page, if it isn't the viewer's. */
  zone?: string | undefined;
  /** Whether the zone is named beside a list of upcoming times, so that the offset isn't needed. */
  isZoneNamed?: boolean;
}

/**
 * An instant in the viewer's time zone, with the zone's name. UTC is used until the zone is known.
 */
export function LocalTime({ instant, otherZone, otherLabel, zoneBefore, ...page }: LocalTimeProps) {
  const hydrated = useHydrated();
  const rendered = page.zone ?? zoneBefore ?? renderedZone();
  const zone = page.zone ?? (hydrated ? viewerZone() : (rendered ?? "UTC"));
  const now = Date.now();
  const own = page.isZoneNamed
    ? formatUpcoming(instant, zone, false)
    : formatInstant(instant, zone, now);
  const isKnown = hydrated || rendered !== undefined;
  const isOther = otherZone && isKnown && !isSameClock(instant, zone, otherZone);
  return (
    // Browsers and the server format some dates with different spaces and abbreviations.
    <time dateTime={instant} suppressHydrationWarning>
      {own}
      {isOther && (
        <span className="muted" suppressHydrationWarning>
          {" "}
          ({formatInstant(instant, otherZone, now)} {otherLabel ?? t("forTeacher")})
        </span>
      )}
    </time>
  );
}
