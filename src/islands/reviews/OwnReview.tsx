import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { deleteReview, orThrow } from "#lib/reviews/reviews.calls.ts";
import type { OwnReviews } from "#lib/reviews/reviews.responses.ts";
import type { Reviewed } from "#lib/reviews/reviews.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/reviews.ts";
import { StarRow } from "./StarRow.tsx";

const t = getTexts("reviews");

// Most people only read.
const ReviewForm = deferPart(async () => (await withTexts(import("./ReviewForm.tsx"))).ReviewForm, {
  isRare: true,
});

interface OwnReviewProps {
  own: OwnReviews;
  reviewed: Reviewed;
  /** Refreshes the page after a change. */
  onChanged: () => Promise<void>;
}

/** The viewer's own review, with buttons to write, edit or delete it. */
export function OwnReview({ own, reviewed, onChanged }: OwnReviewProps) {
  const [writing, setWriting] = useState(false);
  const [notice, setNotice] = useState("");
  const panel = useRef<HTMLElement>(null);
  // Move the focus to the panel with the success message.
  useEffect(() => {
    if (notice) panel.current?.focus();
  }, [notice]);
  const { review, mayWrite, refusal } = own;
  if (!review && !mayWrite) return refusal ? <p className="muted text-sm">{refusal}</p> : null;

  const finish = async (text: string) => {
    await onChanged();
    setWriting(false);
    setNotice(text);
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t("own")}
      className="panel grid gap-3 p-5 outline-none"
    >
      {writing ? (
        <ReviewForm
          review={review}
          reviewed={reviewed}
          onDone={finish}
          onCancel={() => setWriting(false)}
        />
      ) : review ? (
        <Written
          review={review}
          actions={
            <>
              {review.state === "shown" && (
                <Button look="quiet" className="btn-sm" onClick={() => setWriting(true)}>
                  {t("edit")}
                </Button>
              )}
              <DeleteButton
                title={t("delete")}
                className="btn btn-sm btn-ghost"
                remove={async () =>
                  void (await orThrow((report) => deleteReview(report, review._id)))
                }
                onDone={() => void finish(t("deleted"))}
              >
                {t("deleteText")}
              </DeleteButton>
            </>
          }
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm font-medium">{t("invitation")}</p>
          <Button className="btn-sm" onClick={() => setWriting(true)}>
            {t("write")}
          </Button>
        </div>
      )}
      <p role="status" className="text-sm font-medium text-success empty:hidden">
        {notice}
      </p>
    </section>
  );
}

interface WrittenProps {
  review: NonNullable<OwnReviews["review"]>;
  actions: ReactNode;
}

function Written({ review, actions }: WrittenProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-3">
          <span className="text-sm font-semibold">{t("own")}</span>
          <StarRow rating={review.rating} />
        </p>
        <div className="flex gap-2">{actions}</div>
      </div>
      <p className="max-w-prose wrap-anywhere whitespace-pre-line" dir="auto">
        {review.content}
      </p>
      {review.state !== "shown" && <p className="muted text-sm">{t(`onlyYou.${review.state}`)}</p>}
    </>
  );
}
