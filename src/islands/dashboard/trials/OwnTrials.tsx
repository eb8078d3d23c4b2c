import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { TrialCard } from "#islands/trials/shared/TrialCard.tsx";
import { useTrials } from "#islands/trials/shared/use-trials.ts";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/trials.ts";

const t = getTexts("trials");

/** Upcoming trial lessons. Renders nothing if there are none. */
export function OwnTrials({ profile }: { profile: Profile }) {
  const trials = useTrials();
  if (trials.isError) {
    return <QueryError query={trials} />;
  }
  const note = <CanceledTrial canRebook={profile.role === "student"} />;
  if (!trials.data || trials.data.length === 0) return note;
  return (
    <section className="grid gap-4">
      {note}
      <h2 className="text-heading">{t("own")}</h2>
      <ul className="grid gap-2">
        {trials.data.map((lesson) => (
          <TrialCard
            key={lesson._id}
            lesson={lesson}
            other={profile.role === "teacher" ? lesson.student : lesson.teacher}
          />
        ))}
      </ul>
    </section>
  );
}
