import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { deferSchema } from "#islands/ui/form/deferred-schema.ts";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { ListedCourse } from "#lib/courses/own-courses.calls.ts";
import { teacherCoursesOptions } from "#lib/courses/own-courses.queries.ts";
import { createMeeting, fetchOwnMeetings } from "#lib/meetings/meetings.calls.ts";
import { refreshTeacherMeetings } from "#lib/meetings/meetings.queries.ts";
import { defaultMeetingSettings } from "#lib/meetings/meetings.rules.ts";
import type { CreateMeetingInput } from "#lib/meetings/meetings.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/meetings-page.ts";
import { MeetingTimeFields } from "./MeetingTimeFields.tsx";
import { emptyMeeting, type MeetingValues, toMeetingInput } from "./meeting-form.ts";

const t = getTexts("meetingsPage");

const newMeeting = deferSchema(
  async () => (await withTexts(import("#lib/meetings/meetings.ts"))).createMeetingInput,
);

/** The fragment that leads to the form, which on phones is below a possibly long list. */
export const createAnchor = "create-meeting";

type Outcome = { name: "created" } | { name: "waits"; message: string };

/** Whether the server saved the meeting although the service could not be reached. */
async function isStored(error: unknown, input: CreateMeetingInput): Promise<boolean> {
  if (!(error instanceof ApiError) || !error.temporary) return false;
  const { waiting } = await fetchOwnMeetings().catch(() => ({ waiting: [] }));
  return waiting.some(
    ({ topic, startTime }) =>
      topic === input.topic && Date.parse(startTime) === Date.parse(input.startTime),
  );
}

/** Archived courses continue for their enrolled students. */
const isTaught = ({ status, enrolledStudentIds = [] }: ListedCourse) =>
  status === "published" || enrolledStudentIds.length > 0;

/** Schedules a meeting for one of the teacher's courses. */
export function CreateMeeting() {
  const [outcome, setOutcome] = useState<Outcome>();
  const courses = useQuery(teacherCoursesOptions(), queryClient);
  const { form, problem, setProblem, showError, draft } = useSchemaForm<
    CreateMeetingInput,
    MeetingValues
  >({
    schema: newMeeting,
    defaultValues: emptyMeeting,
    prepare: toMeetingInput,
    // Reconnecting the account leaves the page, so always save a draft.
    draft: { name: "meeting", always: true },
  });
  const { errors, isSubmitting } = form.formState;
  const taught = (courses.data ?? []).filter(isTaught);

  const submit = form.handleSubmit(async (meeting) => {
    setProblem(undefined);
    setOutcome(undefined);
    try {
      await createMeeting({ ...meeting, settings: { ...defaultMeetingSettings } });
      setOutcome({ name: "created" });
      draft.discard();
    } catch (error) {
      if (await isStored(error, meeting)) {
        setOutcome({ name: "waits", message: (error as ApiError).message });
        draft.discard();
      } else {
        showError(error);
      }
    }
    await refreshTeacherMeetings();
  });

  return (
    <section id={createAnchor} className="panel grid scroll-mt-24 content-start gap-4 p-5">
      <h2 className="text-lg">{t("create")}</h2>
      {outcome?.name === "waits" && <Alert kind="warning">{outcome.message}</Alert>}
      <Form
        onSubmit={submit}
        busy={isSubmitting}
        problem={problem}
        success={outcome?.name === "created" ? t("created") : undefined}
      >
        {draft.isRestored && <RestoredNote onDiscard={draft.discard} />}
        <TextField
          label={t("topic")}
          maxLength={200}
          dir="auto"
          error={errors.topic?.message}
          {...form.register("topic")}
        />
        <SelectField
          label={t("course")}
          placeholder={courses.isPending ? t("loadingCourses") : t("selectCourse")}
          options={taught.map(({ _id, title }) => ({ value: _id, label: title ?? _id }))}
          hint={courses.isSuccess && taught.length === 0 ? t("noCourses") : undefined}
          error={errors.courseId?.message}
          {...form.register("courseId")}
        />
        <MeetingTimeFields
          startTime={form.register("startTime")}
          duration={form.register("duration")}
          errors={{ startTime: errors.startTime?.message, duration: errors.duration?.message }}
        />
        <Button type="submit" busy={isSubmitting} busyLabel={t("creating")}>
          {t("create")}
        </Button>
      </Form>
    </section>
  );
}
