import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "#islands/ui/form/Field.tsx";
import { maxMeetingMinutes, minMeetingMinutes } from "#lib/meetings/meetings.rules.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";

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
        label="Date and time"
        type="datetime-local"
        hint={`In your time zone, ${viewerZone().replaceAll("_", " ")}`}
        error={errors.startTime}
        {...startTime}
      />
      <TextField
        label="Duration (minutes)"
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
