import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { testimonialsOptions } from "#lib/reviews/testimonials.queries.ts";
import { getTexts } from "#translations/reviews.ts";
import { StarRow } from "./StarRow.tsx";

const t = getTexts("reviews");

/** Testimonials about the product. */
export function Testimonials() {
  const found = useQuery(testimonialsOptions(), queryClient);
  if (found.isPending) {
    return (
      <p role="status" className="muted py-8 text-center">
        {t("loadingTestimonials")}
      </p>
    );
  }
  if (found.isError) {
    return <QueryError query={found} />;
  }
  if (found.data.length === 0) {
    return <p className="panel muted px-6 py-12 text-center">{t("noTestimonials")}</p>;
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {found.data.map(({ _id, name, imageUrl, rating, content }) => (
        <li key={_id}>
          <figure className="panel flex h-full flex-col gap-3 p-5">
            <StarRow rating={rating} />
            <blockquote className="grow text-sm leading-relaxed wrap-anywhere" dir="auto">
              {t("quoted", { text: content })}
            </blockquote>
            <figcaption className="flex items-center gap-3 text-sm font-medium">
              <Avatar name={name} image={imageUrl ?? undefined} className="size-8" />
              <span className="min-w-0 wrap-anywhere" dir="auto">
                {name}
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
