import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "#islands/ui/form/Field.tsx";
import { maxMeetingMinutes, minMeetingMinutes } from "#lib/meetings/meetings.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { getTexts } from "#translations/meetings-page.ts";

const t = getTexts("meetingsPage");

interface MeetingTimeFieldsProps {
  startTime: UseFormRegisterReturn;
  duration: UseFormRegisterReturn;
  errors: { startTime: string | undefined; duration: string | undefined };
}

/** Fields for a meeting's start time, in the viewer's time zone, and its duration. */
export function MeetingTimeFields({ startTime, duration, errors }: MeetingTimeFieldsProps) {
  return (
    <>
      <TextField
        label={t("time")}
        type="datetime-local"
        hint={t("timeHint", { zone: isolatedInRtl(nameZone(viewerZone())) })}
        error={errors.startTime}
        {...startTime}
      />
      <TextField
        label={t("duration")}
        type="number"
        inputMode="numeric"
        min={minMeetingMinutes}
        max={maxMeetingMinutes}
        error={errors.duration}
        {...duration}
      />
    </>
  );
}
