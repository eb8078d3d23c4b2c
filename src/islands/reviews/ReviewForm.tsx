import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { createReview, updateReview } from "#lib/reviews/reviews.calls.ts";
import type { Review } from "#lib/reviews/reviews.responses.ts";
import {
  type CreateReviewInput,
  createReviewInput,
  maxReviewLength,
  type Reviewed,
} from "#lib/reviews/reviews.ts";
import { getTexts } from "#translations/reviews.ts";
import { StarInput } from "./StarInput.tsx";

const t = getTexts("reviews");

interface ReviewFormProps {
  /** The review to edit, or null for a new one. */
  review: Review | null;
  reviewed: Reviewed;
  onDone: (text: string) => Promise<void>;
  onCancel: () => void;
}

/** A form with a rating and text. If sending fails, the text stays. */
export function ReviewForm({ review, reviewed, onDone, onCancel }: ReviewFormProps) {
  const [busy, setBusy] = useState(false);
  const { form, problem, setProblem } = useSchemaForm<CreateReviewInput>({
    schema: createReviewInput,
    defaultValues: { rating: review ? String(review.rating) : "", content: review?.content ?? "" },
    prepare: ({ rating, content }) => ({
      ...reviewed,
      content,
      rating: rating ? Number(rating) : undefined,
    }),
    draft: { name: `review-${reviewed.resourceType}` },
  });
  const send = form.handleSubmit(async (input) => {
    setBusy(true);
    setProblem(undefined);
    const { rating, content } = input;
    const sent = review
      ? await updateReview(setProblem, review._id, { rating, content })
      : await createReview(setProblem, input);
    if (sent) await onDone(t(review ? "updated" : "thanks"));
    setBusy(false);
  });
  const { errors } = form.formState;
  return (
    <Form onSubmit={send} busy={busy} problem={problem}>
      <StarInput field={form.register("rating")} error={errors.rating?.message?.toString()} />
      <TextAreaField
        label={t("content")}
        hint={t("contentHint")}
        dir="auto"
        rows={5}
        maxLength={maxReviewLength}
        error={errors.content?.message?.toString()}
        {...form.register("content")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" className="btn-sm" onClick={onCancel}>
          {t("cancel")}
        </Button>
        <Button type="submit" className="btn-sm" busy={busy} busyLabel={t("sending")}>
          {t(review ? "save" : "publish")}
        </Button>
      </div>
    </Form>
  );
}
