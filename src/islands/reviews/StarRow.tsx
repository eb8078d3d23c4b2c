import { formatRating } from "#lib/reviews/ratings.ts";
import { highestRating } from "#lib/reviews/reviews.rules.ts";
import { getTexts } from "#translations/reviews.ts";

const t = getTexts("reviews");

const star = "M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.6L10 14.7l-5.1 2.7 1-5.6-4.1-4 5.7-.8z";

/** A single star. */
export function StarShape({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" className={className} aria-hidden="true">
      <path d={star} />
    </svg>
  );
}

/** A rating in whole stars. */
export function StarRow({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={t("rated", { rating: formatRating(rating) })}
      className="inline-flex"
    >
      {Array.from({ length: highestRating }, (_, index) => (
        <StarShape
          // biome-ignore lint/suspicious/noArrayIndexKey: the five stars never change their order
          key={index}
          className={`size-4 ${index < rating ? "fill-star" : "fill-base-300"}`}
        />
      ))}
    </span>
  );
}
