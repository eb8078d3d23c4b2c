import { useState } from "react";
import { confirmLogOut } from "#islands/study/shared/confirm-log-out.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { logOut } from "#lib/client/session/log-out.ts";
import { getTexts } from "#translations/dashboard.ts";

const t = getTexts("dashboard");

export function LogOutButton({ className = "" }: { className?: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      look="quiet"
      className={className}
      busy={leaving}
      busyLabel={t("loggingOut")}
      onClick={async () => {
        setLeaving(true);
        if (await confirmLogOut()) await logOut();
        else setLeaving(false);
      }}
    >
      <Icon name="leave" />
      {t("logOut")}
    </Button>
  );
}
