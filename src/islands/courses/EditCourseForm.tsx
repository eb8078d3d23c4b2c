import { useEffect, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/Form.tsx";
import { ImageField } from "#islands/ui/ImageField.tsx";
import { useSchemaForm } from "#islands/ui/use-schema-form.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { updateCourse, type WireCourse } from "#lib/client/courses.calls.ts";
import { uploadImage } from "#lib/client/media.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { findCourseImage } from "#lib/course-image.ts";
import { editableCourseLevels, type UpdateCourseInput } from "#lib/courses.ts";
import { CourseFields } from "./CourseFields.tsx";
import { type EditValues, editCourseForm, toEditValues, toUpdateInput } from "./course-form.ts";
import { DeleteCourse } from "./DeleteCourse.tsx";
import { EditFields } from "./EditFields.tsx";
import { ScheduleRows } from "./ScheduleRows.tsx";

const leaveAfter = 2_000;

interface EditCourseFormProps {
  course: WireCourse;
  timeZone: string | undefined;
}

export function EditCourseForm({ course, timeZone }: EditCourseFormProps) {
  const image = useRef<File>(undefined);
  const [imageProblem, setImageProblem] = useState<string>();
  const [saved, setSaved] = useState(false);
  const { form, problem, setProblem, showRefusal } = useSchemaForm<UpdateCourseInput, EditValues>({
    schema: editCourseForm,
    defaultValues: toEditValues(course),
    prepare: toUpdateInput,
    draft: "course",
  });
  const busy = form.formState.isSubmitting || saved;

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => goTo("/dashboard"), leaveAfter);
    return () => clearTimeout(timer);
  }, [saved]);

  const submit = form.handleSubmit(async (changes) => {
    if (imageProblem) return;
    setProblem(undefined);
    const input: UpdateCourseInput = { ...changes };
    if (image.current) {
      try {
        input.imageUrl = await uploadImage(image.current);
      } catch (error) {
        setProblem(`Failed to upload course image: ${messageOf(error, "unknown")}`);
        return;
      }
    }
    try {
      await updateCourse(course._id, input);
      setSaved(true);
    } catch (error) {
      showRefusal(error, "Failed to update course");
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
              current={findCourseImage(course)}
              onChange={(file, found) => {
                image.current = file;
                setImageProblem(found);
              }}
            />
          </div>
          <CourseFields levels={editableCourseLevels} />
          <EditFields />
          <ScheduleRows timeZone={timeZone} />
          <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
            <p role="status" className="text-sm font-medium text-success">
              {saved ? "Course updated successfully! Redirecting to dashboard..." : ""}
            </p>
            <a className="btn btn-ghost" href="/dashboard">
              Cancel
            </a>
            <Button type="submit" busy={busy} busyLabel="Saving...">
              Save Changes
            </Button>
          </div>
        </Form>
        <div className="mt-6 border-t border-base-300 pt-6">
          <DeleteCourse courseId={course._id} title={course.title ?? "Untitled Course"} />
        </div>
      </section>
    </FormProvider>
  );
}
