import { useState } from "react";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/meeting-services.ts";
import { Button } from "../../ui/Button.tsx";
import { deferDialog } from "../../ui/deferred.tsx";

const t = getTexts("meetingServices");

const DisconnectDialog = deferDialog(
  async () => (await withTexts(import("./DisconnectDialog.tsx"))).DisconnectDialog,
  { isRare: true },
);

/** Which account is connected. Undefined if the service doesn't name it. */
export const describeAccount = (account: string | undefined, service: string) =>
  account && t("connectedAs", { account: isolatedInRtl(account), service });

interface DisconnectServiceProps {
  service: MeetingService;
  /** Number of upcoming meetings that have a room at the service. */
  upcoming: number;
  onDone: () => void;
}

/** Disconnects the account after explaining what happens to upcoming meetings. */
export function DisconnectService({ service, upcoming, onDone }: DisconnectServiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t("disconnect.open", { service: service.name })}
      </Button>
      {isOpen && (
        <DisconnectDialog
          service={service}
          upcoming={upcoming}
          onDone={onDone}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
