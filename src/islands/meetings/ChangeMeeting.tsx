import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { type ApiMeeting, changeMeeting } from "#lib/meetings/meetings.calls.ts";
import { type ChangeMeetingInput, changeMeetingInput } from "#lib/meetings/meetings.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/meetings-page.ts";
import { MeetingTimeFields } from "./MeetingTimeFields.tsx";
import { type ChangedValues, toChange, toValues } from "./meeting-form.ts";

const t = getTexts("meetingsPage");

interface ChangeMeetingProps {
  meeting: ApiMeeting;
  /** Called with the success message, if there is one. */
  onClose: (message?: string) => void;
}

/** Changes the topic, time or duration of a meeting. */
export function ChangeMeeting({ meeting, onClose }: ChangeMeetingProps) {
  const { form, problem, setProblem, showError } = useSchemaForm<ChangeMeetingInput, ChangedValues>(
    {
      schema: changeMeetingInput,
      defaultValues: toValues(meeting),
      prepare: (values) => toChange(values, meeting),
    },
  );
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    setProblem(undefined);
    try {
      await changeMeeting(meeting._id, input);
      onClose(t("updated"));
    } catch (error) {
      showError(error);
    }
  });
  const courseId = typeof meeting.courseId === "object" ? meeting.courseId._id : meeting.courseId;
  return (
    <Dialog open title={t("editTitle")} onClose={() => onClose()}>
      {meeting.classId && (
        <p className="muted text-sm">
          {t.rich("ofClass", {
            link: (text) => (
              <a key="link" className="link" href={localizePath(`/dashboard/classes/${courseId}`)}>
                {text}
              </a>
            ),
          })}
        </p>
      )}
      <Form onSubmit={submit} busy={isSubmitting} problem={problem}>
        <TextField
          label={t("topic")}
          maxLength={200}
          dir="auto"
          error={errors.topic?.message}
          {...form.register("topic")}
        />
        <MeetingTimeFields
          startTime={form.register("startTime")}
          duration={form.register("duration")}
          errors={{ startTime: errors.startTime?.message, duration: errors.duration?.message }}
        />
        <TextField
          label={t("message")}
          optional
          maxLength={300}
          dir="auto"
          hint={t("messageHint")}
          error={errors.note?.message}
          {...form.register("note")}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => onClose()}>
            {t("back")}
          </Button>
          <Button type="submit" busy={isSubmitting} busyLabel={t("saving")}>
            {t("save")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
