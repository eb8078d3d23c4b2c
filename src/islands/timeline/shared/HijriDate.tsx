import { formatHijriDate } from "#lib/timeline/hijri-date.ts";
import { useHijriDates } from "./hijri-setting.ts";

interface HijriDateProps {
  instant: string;
  zone: string;
}

/** The Hijri date as a second line, if the viewer wants it. */
export function HijriDate({ instant, zone }: HijriDateProps) {
  if (!useHijriDates()) return null;
  return (
    <span className="muted tabular block text-xs font-normal">
      {formatHijriDate(instant, zone)}
    </span>
  );
}
