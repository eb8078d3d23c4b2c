import { Dialog } from "#islands/ui/Dialog.tsx";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/time-slots.ts";
import { SlotsForm } from "./SlotsForm.tsx";
import { SlotsPlaceholder } from "./SlotsPlaceholder.tsx";
import { useTimeSlots } from "./use-time-slots.ts";

const t = getTexts("timeSlots");

interface ManageSlotsProps {
  profile: Profile;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The dialog for a teacher's weekly time slots. */
export function ManageSlots({ profile, onDone, onClose }: ManageSlotsProps) {
  const slots = useTimeSlots(profile);
  return (
    <Dialog open title={t("title")} onClose={onClose}>
      <SlotsPlaceholder slots={slots} />
      {slots.data && (
        <SlotsForm profile={profile} slots={slots.data} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  );
}
