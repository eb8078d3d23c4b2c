import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/Field.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { SelectField } from "#islands/ui/SelectField.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { fetchTeacherCourses } from "#lib/client/courses.calls.ts";
import { createMeeting } from "#lib/client/meetings.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { viewerZone } from "#lib/instants.ts";
import {
  type CreateMeetingInput,
  createMeetingInput,
  defaultMeetingSettings,
  maximumMeetingMinutes,
  minimumMeetingMinutes,
} from "#lib/meetings.ts";
import { emptyMeeting, type MeetingValues, toMeetingInput } from "./meeting-form.ts";

/** Schedules a meeting of one of the teacher's published courses. */
export function CreateMeeting() {
  const [created, setCreated] = useState(false);
  const courses = useQuery(
    { queryKey: ["teacher-courses"], queryFn: fetchTeacherCourses },
    queryClient,
  );
  const { form, problem, setProblem, showRefusal } = useSchemaForm<
    CreateMeetingInput,
    MeetingValues
  >({
    schema: createMeetingInput,
    defaultValues: emptyMeeting,
    prepare: toMeetingInput,
    draft: { name: "meeting" },
  });
  const { errors, isSubmitting } = form.formState;
  const published = (courses.data ?? []).filter(({ status }) => status === "published");

  const submit = form.handleSubmit(async (meeting) => {
    setProblem(undefined);
    setCreated(false);
    try {
      await createMeeting({ ...meeting, settings: { ...defaultMeetingSettings } });
      setCreated(true);
      form.reset(emptyMeeting);
      await queryClient.invalidateQueries({ queryKey: ["teacher-meetings"] });
    } catch (error) {
      showRefusal(error, "Failed to create meeting");
    }
  });

  return (
    <section className="panel grid content-start gap-4 p-5">
      <h2 className="text-lg">Create Meeting</h2>
      <Form
        onSubmit={submit}
        busy={isSubmitting}
        problem={problem}
        success={created ? "Meeting created successfully!" : undefined}
      >
        <TextField
          label="Meeting Topic"
          error={errors.topic?.message}
          {...form.register("topic")}
        />
        <SelectField
          label="Course"
          placeholder={courses.isPending ? "Loading courses..." : "Select a course"}
          options={published.map(({ _id, title }) => ({ value: _id, label: title ?? _id }))}
          hint={
            courses.isSuccess && published.length === 0
              ? "Publish a course first: meetings belong to a course"
              : undefined
          }
          error={errors.courseId?.message}
          {...form.register("courseId")}
        />
        <TextField
          label="Date and Time"
          type="datetime-local"
          hint={`In your time zone, ${viewerZone().replaceAll("_", " ")}`}
          error={errors.startTime?.message}
          {...form.register("startTime")}
        />
        <TextField
          label="Duration (minutes)"
          type="number"
          inputMode="numeric"
          min={minimumMeetingMinutes}
          max={maximumMeetingMinutes}
          error={errors.duration?.message}
          {...form.register("duration")}
        />
        <Button type="submit" busy={isSubmitting} busyLabel="Creating Meeting...">
          Create Meeting
        </Button>
      </Form>
    </section>
  );
}
