import { useStore } from "@nanostores/react";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { $replacedSlots } from "#lib/people/replaced-slots.store.ts";
import { saveTimeSlots } from "#lib/people/time-slots.calls.ts";
import { putTimeSlots } from "#lib/people/time-slots.queries.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { nameZone } from "#lib/time/zone-names.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/schedule.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { OwnTrials } from "../trials/OwnTrials.tsx";
import { TrialOffer } from "../trials/TrialOffer.tsx";
import { SlotCards } from "./SlotCards.tsx";
import { SlotsPlaceholder } from "./SlotsPlaceholder.tsx";
import { useTimeSlots } from "./use-time-slots.ts";
import { WeeklyOverview } from "./WeeklyOverview.tsx";

const t = getTexts("schedule");

const UndoNote = deferPart(
  async () => (await withTexts(import("#islands/ui/feedback/UndoNote.tsx"))).UndoNote,
  { isRare: true },
);

interface ScheduleProps extends Pick<Dashboard, "openModal"> {
  profile: Profile;
}

/** The teacher's Schedule tab: available and booked time slots. */
export function Schedule({ profile, openModal }: ScheduleProps) {
  const slots = useTimeSlots(profile);
  const replaced = useStore($replacedSlots);
  const zone = profile.timeZone && nameZone(profile.timeZone);
  return (
    <section className="grid gap-6">
      <TabHead
        title={t("title")}
        {...(zone ? { intro: t("intro", { zone: isolatedInRtl(zone) }) } : {})}
      >
        <Button look="quiet" onClick={() => openModal("slots")}>
          <Icon name="pencil" />
          {t("manage")}
        </Button>
      </TabHead>
      {replaced && (
        <UndoNote
          message={t("changed")}
          undo={async () => {
            const availableTimeSlots = replaced.map(({ day, startTime, endTime }) => ({
              day,
              startTime,
              endTime,
            }));
            putTimeSlots(profile._id, await saveTimeSlots(profile._id, { availableTimeSlots }));
          }}
          onUndone={() => $replacedSlots.set(undefined)}
        />
      )}
      <SlotsPlaceholder slots={slots} />
      {slots.data?.length === 0 && (
        <EmptyState
          title={t("empty")}
          action={<Button onClick={() => openModal("slots")}>{t("configure")}</Button>}
        >
          {t("emptyText")}
        </EmptyState>
      )}
      {slots.data && slots.data.length > 0 && (
        <>
          <SlotCards slots={slots.data} />
          <WeeklyOverview slots={slots.data} />
          <TrialOffer profile={profile} />
        </>
      )}
      <OwnTrials profile={profile} />
    </section>
  );
}
