import { useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { goTo } from "#lib/client/navigation.ts";
import { startView } from "#lib/people/staff-people.calls.ts";
import type { StaffPerson } from "#lib/people/staff-people.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { viewMinutes } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/staff-views.ts";

const t = getTexts("staffViews");

/** Opens the person's dashboard as the person sees it. */
export function ViewAs({ person }: { person: StaffPerson }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      <ReasonDialog
        open={isOpen}
        title={t("title", { name: person.name })}
        text={t("text", { minutes: viewMinutes })}
        action={t("start")}
        onClose={() => setOpen(false)}
        onDecide={async (reason) => {
          const { path } = await startView({ userId: person._id, reason });
          goTo(localizePath(path));
        }}
      />
    </>
  );
}
