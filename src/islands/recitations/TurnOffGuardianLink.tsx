import { useState } from "react";
import { LinkTurnedOff, TurnOffLink } from "#islands/guardians/shared/TurnOffLink.tsx";
import { turnOffGuardianLink } from "#lib/recitations/recitations.calls.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/quran-chart.ts";

const t = getTexts("quranChart");

/**
 * Turns off the guardian's link. Used on the page of a child's lessons, whose URL ends with the
 * token.
 */
export default function TurnOffGuardianLink({ child }: { child: string }) {
  const [isEnded, setEnded] = useState(false);
  if (isEnded) return <LinkTurnedOff>{t("guardian.off")}</LinkTurnedOff>;
  return (
    <TurnOffLink
      end={() => turnOffGuardianLink(location.pathname.split("/").at(-1) ?? "")}
      onEnded={() => setEnded(true)}
    >
      {t("guardian.turnOff", { child: isolatedInRtl(child) })}
    </TurnOffLink>
  );
}
