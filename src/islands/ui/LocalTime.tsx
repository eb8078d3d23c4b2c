import { formatInstant, viewerZone } from "#lib/instants.ts";
import { useHydrated } from "./use-hydrated.ts";

interface LocalTimeProps {
  /** ISO 8601. */
  instant: string;
  /** The zone of whoever set the time; shown beside where it differs from the viewer's. */
  otherZone?: string | undefined;
  otherName?: string;
}

/** A moment in the viewer's zone with the zone's name. Until the browser is known: in UTC. */
export function LocalTime({ instant, otherZone, otherName = "teacher" }: LocalTimeProps) {
  const hydrated = useHydrated();
  const zone = hydrated ? viewerZone() : "UTC";
  const own = formatInstant(instant, zone);
  const other = otherZone && hydrated ? formatInstant(instant, otherZone) : own;
  return (
    <time dateTime={instant}>
      {own}
      {other !== own && (
        <span className="muted">
          {" "}
          ({other} for the {otherName})
        </span>
      )}
    </time>
  );
}
