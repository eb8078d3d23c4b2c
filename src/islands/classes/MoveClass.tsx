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
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { getTexts as getClassTexts } from "#translations/classes.ts";
import { getTexts } from "#translations/teacher-classes.ts";

const t = getTexts("teacherClasses");
const classTexts = getClassTexts("classes");

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
      title={moving.isCancelled ? t("reinstateThis") : t("moveNumber", { number: moving.number })}
      onClose={() => onClose()}
    >
      <Form className="grid-cols-2" onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          className="col-span-2"
          label={t("date")}
          type="date"
          error={errors.date?.message}
          {...form.register("date")}
        />
        <TextField
          label={classTexts("startTime")}
          type="time"
          error={errors.startTime?.message}
          {...form.register("startTime")}
        />
        <TextField
          label={classTexts("endTime")}
          type="time"
          error={errors.endTime?.message}
          {...form.register("endTime")}
        />
        <TextField
          className="col-span-2"
          label={t("message")}
          optional
          maxLength={300}
          dir="auto"
          hint={t("zoneHint", { zone: isolatedInRtl(nameZone(timeZone)) })}
          error={errors.note?.message}
          {...form.register("note")}
        />
        <RefundNotice />
        <div className="col-span-2 flex justify-end gap-3">
          <Button look="plain" onClick={() => onClose()}>
            {t("back")}
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t("moving")}>
            {moving.isCancelled ? t("reinstateClass") : t("moveClass")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** From this time on, the class no longer counts as one that students paid for. */
function RefundNotice() {
  return (
    <div className="muted col-span-2 text-sm">
      <p>{t("refund.introduction", { days: removedClassesDays })}</p>
      <ul className="ms-5 list-disc">
        <li>{t("refund.shortNotice", { hours: noticeHours })}</li>
        <li>{t("refund.early", { days: maxAdvanceDays })}</li>
        <li>{t("refund.late", { days: postponementNoticeDays })}</li>
        <li>{t("refund.dense")}</li>
      </ul>
    </div>
  );
}
