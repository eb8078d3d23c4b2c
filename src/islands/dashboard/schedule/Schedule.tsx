import { Button } from "#islands/ui/Button.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { OwnTrials } from "../trials/OwnTrials.tsx";
import { TrialOffer } from "../trials/TrialOffer.tsx";
import { SlotCards } from "./SlotCards.tsx";
import { SlotsPlaceholder } from "./SlotsPlaceholder.tsx";
import { useTimeSlots } from "./use-time-slots.ts";
import { WeeklyOverview } from "./WeeklyOverview.tsx";

interface ScheduleProps extends Pick<Dashboard, "openModal"> {
  profile: Profile;
}

/** The teacher's Schedule tab: available and booked time slots. */
export function Schedule({ profile, openModal }: ScheduleProps) {
  const slots = useTimeSlots(profile);
  const zone = profile.timeZone?.replaceAll("_", " ");
  return (
    <section className="grid gap-6">
      <TabHead title="Schedule" {...(zone ? { intro: `In your time zone, ${zone}` } : {})}>
        <Button look="quiet" onClick={() => openModal("slots")}>
          <Icon name="pencil" />
          Manage Schedule
        </Button>
      </TabHead>
      <SlotsPlaceholder slots={slots} />
      {slots.data?.length === 0 && (
        <EmptyState
          title="No Time Slots Set Up"
          action={<Button onClick={() => openModal("slots")}>Configure Your Schedule</Button>}
        >
          Set your hours. Students see them on your page in their own time zone.
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
