import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { toggleReviewMark } from "#lib/reviews/reviews.calls.ts";
import type { OwnReviews } from "#lib/reviews/reviews.responses.ts";
import { findPlaces, type MarkPlace } from "./review-list.ts";

/** Buttons for other people's reviews, rendered into placeholders in the list. */
export function ReviewMarks({ own }: { own: OwnReviews }) {
  const [places, setPlaces] = useState<MarkPlace[]>([]);
  useEffect(() => setPlaces(findPlaces()), []);
  return places.map((place) =>
    createPortal(
      place.reviewId === own.review?._id ? (
        <span className="badge badge-sm sand">Your review</span>
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
      setNotice(
        mark.marked ? "Thank you. Our team reviews content that several people report." : "",
      );
    }
  };
  return (
    <>
      <button
        type="button"
        aria-pressed={helpful.marked}
        aria-label={`Helpful (${helpful.count}): review by ${authorName}`}
        className="btn btn-xs btn-outline tabular border-base-300 aria-pressed:btn-secondary"
        onClick={() => void toggle("helpful")}
      >
        Helpful ({helpful.count})
      </button>
      <button
        type="button"
        aria-pressed={reported}
        aria-label={`Report review by ${authorName}`}
        className="btn btn-xs btn-ghost aria-pressed:text-error"
        onClick={() => void toggle("report")}
      >
        Report
      </button>
      <span role="status" className="muted text-xs">
        {notice}
      </span>
    </>
  );
}
