import { useEffect, useRef } from "react";
import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { TrialCard } from "#islands/trials/shared/TrialCard.tsx";
import { useTrials } from "#islands/trials/shared/use-trials.ts";
import { isFocusLost } from "#islands/ui/keep-focus.ts";
import { trialSection } from "#lib/trials/trial-section.ts";
import { getTexts } from "#translations/trials.ts";
import { ChooseTime, type TrialOffer } from "./ChooseTime.tsx";

const t = getTexts("trials");

/** Keeps the text of the page's own link to this section consistent with the section. */
function useLinkToSection(isBooked: boolean): void {
  useEffect(() => {
    for (const text of document.querySelectorAll<HTMLElement>("[data-trial-action]")) {
      text.hidden = (text.dataset.trialAction === "booked") !== isBooked;
    }
  }, [isBooked]);
}

/** The look of the page's own link to this section, which isn't a second primary button beside it. */
const quietLook = ["btn-outline", "border-base-300"];

function useQuietLink(): void {
  useEffect(() => {
    const section = document.getElementById(trialSection);
    const anchor = document.querySelector("[data-trial-action]")?.closest("a");
    const bar = anchor?.closest(".action-bar");
    if (!section || !anchor || !bar) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isFixed = getComputedStyle(bar).position === "fixed";
        const isQuiet = isFixed && entry?.isIntersecting === true;
        anchor.classList.toggle("btn-secondary", !isQuiet);
        for (const each of quietLook) anchor.classList.toggle(each, isQuiet);
      },
      // Not while only the first lines of the section are in view.
      { rootMargin: "0px 0px -30% 0px" },
    );
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
}

/** A ref for the confirmation, which gets the focus in place of the pressed button. */
function useFocusOnBooking(isFree: boolean | undefined) {
  const confirmation = useRef<HTMLParagraphElement>(null);
  const wasFree = useRef(isFree);
  useEffect(() => {
    if (wasFree.current && isFree === false && isFocusLost()) confirmation.current?.focus();
    wasFree.current = isFree;
  }, [isFree]);
  return confirmation;
}

/** Lets a student book a free trial lesson, or shows the booked one. */
export default function BookTrial({ teacherId, ...offer }: TrialOffer) {
  const trials = useTrials();
  const lesson = trials.data?.find(({ teacher }) => teacher._id === teacherId);
  useLinkToSection(lesson !== undefined);
  useQuietLink();
  const confirmation = useFocusOnBooking(trials.data && lesson === undefined);
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
          <p
            ref={confirmation}
            role="status"
            tabIndex={-1}
            className="scroll-mt-6 rounded-box text-sm font-medium text-success"
          >
            {t("booked")}
          </p>
          <ul>
            <TrialCard lesson={lesson} other={lesson.teacher} pageZone={offer.viewerZone} />
          </ul>
        </>
      ) : (
        <ChooseTime teacherId={teacherId} {...offer} />
      )}
    </section>
  );
}
