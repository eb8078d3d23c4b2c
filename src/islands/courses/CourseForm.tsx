import { type ReactNode, useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import type { DeferredSchema } from "#islands/ui/form/deferred-schema.ts";
import { Form } from "#islands/ui/form/Form.tsx";
import { fillRegister } from "#islands/ui/form/filled-register.ts";
import { type ImageChange, ImageField } from "#islands/ui/form/ImageField.tsx";
import { RestoredNote } from "#islands/ui/form/RestoredNote.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { useUnsavedWarning } from "#islands/ui/form/use-unsaved-warning.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { ApiCourse } from "#lib/courses/courses.calls.ts";
import type { UpdateCourseInput } from "#lib/courses/courses.ts";
import { rememberPublished } from "#lib/courses/published-course.store.ts";
import { uploadImage } from "#lib/media/media.calls.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/course-form.ts";
import type { CourseValues } from "./course-form.ts";

const t = getTexts("courseForm");

/** How long the success message is shown before redirecting to the dashboard, in milliseconds. */
const leaveAfter = 2_000;

/** Differences between the create and edit forms. */
export interface CourseFormKind<Input, Values extends CourseValues> {
  schema: DeferredSchema;
  initial: Values;
  /** Converts the fields' text into the schema's input. */
  toInput: (values: Values) => unknown;
  /** @returns the saved course, unless the response of another back end lacks it. */
  save: (input: Input) => Promise<ApiCourse | undefined>;
  /** Whether the course was public before. */
  wasPublic?: boolean;
  text: {
    submit: string;
    busy: string;
    success: string;
    uploadFailure: (reason: string) => string;
  };
}

interface CourseFormProps<Input, Values extends CourseValues> {
  kind: CourseFormKind<Input, Values>;
  /** The current image. */
  image?: string | undefined;
  /** The form's fields. */
  children: ReactNode;
  /** Shows what the course will look like, with the chosen image. */
  preview?: (image: File | undefined) => ReactNode;
  /**
   * Content below the form. It reports when the course has been deleted, so that the draft is
   * discarded.
   */
  below?: (onEnded: () => void) => ReactNode;
}

/**
 * The form of a course. Unsaved changes are kept in the browser. A new image is uploaded first, and
 * if that fails, nothing is saved.
 */
export function CourseForm<Input extends UpdateCourseInput, Values extends CourseValues>({
  kind,
  image,
  children,
  preview,
  below,
}: CourseFormProps<Input, Values>) {
  const { text } = kind;
  const [newImage, setNewImage] = useState<ImageChange>({});
  const [saved, setSaved] = useState(false);
  const { form, problem, setProblem, showError, draft } = useSchemaForm<Input, CourseValues>({
    schema: kind.schema,
    defaultValues: kind.initial,
    prepare: (values) => kind.toInput(values as Values),
    draft: { name: "course", always: true },
  });
  const [ended, setEnded] = useState(false);
  const busy = form.formState.isSubmitting || saved;
  const isImageChanged = newImage.file !== undefined || newImage.isRemoved === true;
  useUnsavedWarning((form.formState.isDirty || isImageChanged) && !saved && !ended);

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => goTo("/dashboard"), leaveAfter);
    return () => clearTimeout(timer);
  }, [saved]);

  const submit = form.handleSubmit(async (fields) => {
    if (newImage.problem) return;
    setProblem(undefined);
    const input = { ...fields };
    if (newImage.isRemoved) input.imageUrl = "";
    if (newImage.file) {
      try {
        input.imageUrl = await uploadImage(newImage.file);
      } catch (error) {
        setProblem(text.uploadFailure(messageOf(error)));
        return;
      }
    }
    try {
      const course = await kind.save(input);
      if (course?.status === "published" && !kind.wasPublic) rememberPublished(course._id);
      draft.forget();
      setSaved(true);
    } catch (error) {
      showError(error);
    }
  });

  return (
    <FormProvider {...form} register={fillRegister(form.register, kind.initial)}>
      <section className="panel relative p-5 sm:p-8">
        <Form className="sm:grid-cols-2" onSubmit={submit} busy={busy} problem={problem}>
          {draft.isRestored && !saved && (
            <RestoredNote missing={t("field.imageLost")} onDiscard={draft.discard} />
          )}
          <div className="sm:col-span-2">
            <ImageField
              label={t("field.image")}
              hint={t("field.imageHint")}
              shape="wide"
              current={image}
              onChange={setNewImage}
            />
          </div>
          {children}
          {preview?.(newImage.file)}
          <div className="flex flex-wrap items-center justify-end gap-3 border-t border-base-300 pt-5 sm:col-span-2">
            <div className="me-auto empty:hidden">
              {saved && <Alert kind="success">{text.success}</Alert>}
            </div>
            <a className="btn btn-ghost" href={localizePath("/dashboard")}>
              {t("cancel")}
            </a>
            <Button type="submit" busy={busy} busyLabel={text.busy}>
              {text.submit}
            </Button>
          </div>
        </Form>
        {below?.(() => {
          draft.forget();
          setEnded(true);
        })}
      </section>
    </FormProvider>
  );
}
