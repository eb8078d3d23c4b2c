import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { appResourceId } from "#lib/reviews/reviews.rules.ts";
import { getTexts } from "#translations/reviews.ts";
import ReviewDesk from "./ReviewDesk.tsx";
import { Testimonials } from "./Testimonials.tsx";

const t = getTexts("reviews");

/** Lets people review the product, above other people's reviews. */
export default function AppReview() {
  return (
    <GuardedProfile>
      {() => (
        <div className="grid gap-8">
          <ReviewDesk resourceType="app" resourceId={appResourceId} />
          <section className="grid gap-4" aria-labelledby="others">
            <h2 id="others" className="text-xl">
              {t("others")}
            </h2>
            <Testimonials />
          </section>
        </div>
      )}
    </GuardedProfile>
  );
}
