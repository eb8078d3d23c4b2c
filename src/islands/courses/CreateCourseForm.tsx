import { useEffect, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { ImageField } from "#islands/ui/ImageField.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { createCourse } from "#lib/client/courses.calls.ts";
import { uploadImage } from "#lib/client/media.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { type CreateCourseInput, courseLevels } from "#lib/courses.ts";
import { CourseFields } from "./CourseFields.tsx";
import { type CreateValues, createCourseForm, emptyCourse, toCreateInput } from "./course-form.ts";
import { ScheduleRows } from "./ScheduleRows.tsx";
import { TopicRows } from "./TopicRows.tsx";

const leaveAfter = 2_000;

export function CreateCourseForm({ timeZone }: { timeZone: string | undefined }) {
  const image = useRef<File>(undefined);
  const [imageProblem, setImageProblem] = useState<string>();
  const [created, setCreated] = useState(false);
  const { form, problem, setProblem, showRefusal } = useSchemaForm<CreateCourseInput, CreateValues>(
    {
      schema: createCourseForm,
      defaultValues: emptyCourse,
      prepare: toCreateInput,
      draft: "course",
    },
  );
  const busy = form.formState.isSubmitting || created;

  useEffect(() => {
    if (!created) return;
    const timer = setTimeout(() => goTo("/dashboard"), leaveAfter);
    return () => clearTimeout(timer);
  }, [created]);

  const submit = form.handleSubmit(async (course) => {
    if (imageProblem) return;
    setProblem(undefined);
    let imageUrl = "";
    if (image.current) {
      try {
        imageUrl = await uploadImage(image.current);
      } catch (error) {
        setProblem(`Failed to upload image: ${messageOf(error, "unknown")}`);
        return;
      }
    }
    try {
      await createCourse({ ...course, imageUrl });
      setCreated(true);
    } catch (error) {
      showRefusal(error, "Failed to create course");
    }
  });

  return (
    <FormProvider {...form}>
      <section className="panel p-6 sm:p-8">
        <Form className="sm:grid-cols-2" onSubmit={submit} busy={busy} problem={problem}>
          <div className="sm:col-span-2">
            <ImageField
              label="Course Image"
              hint="PNG, JPG, GIF up to 5MB"
              shape="wide"
              onChange={(file, found) => {
                image.current = file;
                setImageProblem(found);
              }}
            />
          </div>
          <CourseFields levels={courseLevels} />
          <TopicRows />
          <ScheduleRows timeZone={timeZone} />
          <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
            <p role="status" className="me-auto text-sm font-medium text-success">
              {created ? "Course created successfully! Redirecting to dashboard..." : ""}
            </p>
            <a className="btn btn-ghost" href="/dashboard">
              Cancel
            </a>
            <Button type="submit" busy={busy} busyLabel="Creating...">
              Create Course
            </Button>
          </div>
        </Form>
      </section>
    </FormProvider>
  );
}
