import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { TrialCard } from "#islands/trials/shared/TrialCard.tsx";
import { useTrials } from "#islands/trials/shared/use-trials.ts";
import { trialSection } from "#lib/trials/trial-section.ts";
import { getTexts } from "#translations/trials.ts";
import { ChooseTime, type TrialOffer } from "./ChooseTime.tsx";

const t = getTexts("trials");

/** Lets a student book a free trial lesson, or shows the booked one. */
export default function BookTrial({ teacherId, ...offer }: TrialOffer) {
  const trials = useTrials();
  const lesson = trials.data?.find(({ teacher }) => teacher._id === teacherId);
  return (
    <section
      id={trialSection}
      className="panel grid scroll-mt-6 gap-3 p-5"
      aria-labelledby="trial-title"
    >
      <h2 id="trial-title" className="text-base">
        {t("title")}
      </h2>
      <CanceledTrial />
      {lesson ? (
        <>
          <p role="status" className="text-sm font-medium text-success">
            {t("booked")}
          </p>
          <ul>
            <TrialCard lesson={lesson} other={lesson.teacher} />
          </ul>
        </>
      ) : (
        <ChooseTime teacherId={teacherId} {...offer} />
      )}
    </section>
  );
}
