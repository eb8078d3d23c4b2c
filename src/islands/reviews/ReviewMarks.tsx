import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { toggleReviewMark } from "#lib/reviews/reviews.calls.ts";
import type { OwnReviews } from "#lib/reviews/reviews.responses.ts";
import { getTexts } from "#translations/reviews.ts";
import { findPlaces, type MarkPlace } from "./review-list.ts";

const t = getTexts("reviews");

/** Buttons for other people's reviews, rendered into placeholders in the list. */
export function ReviewMarks({ own }: { own: OwnReviews }) {
  const [places, setPlaces] = useState<MarkPlace[]>([]);
  useEffect(() => setPlaces(findPlaces()), []);
  return places.map((place) =>
    createPortal(
      place.reviewId === own.review?._id ? (
        <span className="badge badge-sm sand">{t("own")}</span>
      ) : (
        <MarkButtons
          place={place}
          isHelpful={own.helpful.includes(place.reviewId)}
          isReported={own.reported.includes(place.reviewId)}
        />
      ),
      place.element,
      place.reviewId,
    ),
  );
}

interface MarkButtonsProps {
  place: MarkPlace;
  isHelpful: boolean;
  isReported: boolean;
}

function MarkButtons({ place, ...first }: MarkButtonsProps) {
  const { reviewId, authorName } = place;
  const [helpful, setHelpful] = useState({ marked: first.isHelpful, count: place.helpfulCount });
  const [reported, setReported] = useState(first.isReported);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState("");

  const toggle = async (kind: "helpful" | "report") => {
    if (busy) return;
    setBusy(true);
    setNotice("");
    const mark = await toggleReviewMark(setNotice, reviewId, kind);
    setBusy(false);
    if (!mark) return;
    if (kind === "helpful") setHelpful(mark);
    else {
      setReported(mark.marked);
      setNotice(mark.marked ? t("reported") : "");
    }
  };
  return (
    <>
      <button
        type="button"
        aria-pressed={helpful.marked}
        aria-label={t("helpfulLabel", { count: helpful.count, name: authorName })}
        className="btn btn-xs btn-outline tabular border-base-300 aria-pressed:btn-secondary"
        onClick={() => void toggle("helpful")}
      >
        {t("helpful", { count: helpful.count })}
      </button>
      <button
        type="button"
        aria-pressed={reported}
        aria-label={t("reportLabel", { name: authorName })}
        className="btn btn-xs btn-ghost aria-pressed:text-error"
        onClick={() => void toggle("report")}
      >
        {t("report")}
      </button>
      <span role="status" className="muted text-xs">
        {notice}
      </span>
    </>
  );
}
