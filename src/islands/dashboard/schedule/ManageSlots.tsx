import { Busy } from "#islands/ui/Busy.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { SlotsForm } from "./SlotsForm.tsx";
import { useTimeSlots } from "./use-time-slots.ts";

interface ManageSlotsProps {
  profile: Profile;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** The dialog in which a teacher's week is set. */
export function ManageSlots({ profile, onDone, onClose }: ManageSlotsProps) {
  const slots = useTimeSlots(profile);
  return (
    <Dialog open title="Manage Available Time Slots" onClose={onClose}>
      {slots.isPending && <Busy label="Loading your schedule..." />}
      {slots.isError && (
        <Trouble
          message={messageOf(slots.error, "Failed to fetch time slots")}
          retry={() => void slots.refetch()}
          busy={slots.isFetching}
        />
      )}
      {slots.data && (
        <SlotsForm profile={profile} slots={slots.data} onDone={onDone} onClose={onClose} />
      )}
    </Dialog>
  );
}
