import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { moveClass } from "#lib/classes/classes.calls.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { maxAdvanceDays, noticeHours, postponementNoticeDays } from "#lib/classes/classes.rules.ts";
import { type MoveClassInput, moveClassInput } from "#lib/classes/classes.ts";
import { removedClassesDays } from "#lib/payments/refund-policy.ts";
import { wallClock } from "#lib/time/format-time.ts";

interface MoveClassProps {
  moving: ClassView;
  /** The course's time zone, in which the new time is entered. */
  timeZone: string;
  /** Called with the success message, if there is one. */
  onClose: (message?: string) => void;
}

/** A form for a class's new date and time, in the course's time zone. */
export function MoveClass({ moving, timeZone, onClose }: MoveClassProps) {
  const start = wallClock(moving.startsAt, timeZone);
  const { form, problem, setProblem, showError } = useSchemaForm<MoveClassInput, MoveClassInput>({
    schema: moveClassInput,
    defaultValues: {
      date: start.date,
      startTime: start.time,
      endTime: wallClock(moving.endsAt, timeZone).time,
      note: "",
    },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      onClose(await moveClass(moving._id, input));
    } catch (error) {
      showError(error);
    }
  });
  return (
    <Dialog
      open
      title={moving.isCancelled ? "Reinstate this class" : `Move class ${moving.number}`}
      onClose={() => onClose()}
    >
      <Form className="grid-cols-2" onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          className="col-span-2"
          label="Date"
          type="date"
          error={errors.date?.message}
          {...form.register("date")}
        />
        <TextField
          label="Start time"
          type="time"
          error={errors.startTime?.message}
          {...form.register("startTime")}
        />
        <TextField
          label="End time"
          type="time"
          error={errors.endTime?.message}
          {...form.register("endTime")}
        />
        <TextField
          className="col-span-2"
          label="Message to your students"
          optional
          maxLength={300}
          dir="auto"
          hint={`Times are in your profile's time zone, ${timeZone.replaceAll("_", " ")}. Students see them in their own.`}
          error={errors.note?.message}
          {...form.register("note")}
        />
        <RefundNotice />
        <div className="col-span-2 flex justify-end gap-3">
          <Button look="plain" onClick={() => onClose()}>
            Back
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel="Moving...">
            {moving.isCancelled ? "Reinstate class" : "Move class"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** When the class no longer counts among those that students paid for. */
function RefundNotice() {
  return (
    <div className="muted col-span-2 text-sm">
      <p>
        Students who paid can leave with a full refund for {removedClassesDays} days if the class
        moves
      </p>
      <ul className="ms-5 list-disc">
        <li>
          to a start less than {noticeHours} hours away, unless that is at most a day later than
          announced,
        </li>
        <li>to more than {maxAdvanceDays} days earlier,</li>
        <li>
          to a later time once the original one has passed, less than {postponementNoticeDays} days
          ahead, or
        </li>
        <li>to a day or week with more than twice as many classes as in the original schedule.</li>
      </ul>
    </div>
  );
}
