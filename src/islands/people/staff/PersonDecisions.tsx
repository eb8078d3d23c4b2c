import { useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { changePerson } from "#lib/people/staff-people.calls.ts";
import type { StaffPerson } from "#lib/people/staff-people.responses.ts";
import { getTexts } from "#translations/staff-people.ts";

type Decision = "suspend" | "reinstate" | "warn";

/** The buttons with which staff suspend, reinstate and warn a person. */
export function PersonDecisions({ person }: { person: StaffPerson }) {
  const t = getTexts("staffPeople");
  const [open, setOpen] = useState<Decision>();
  const close = () => setOpen(undefined);
  const { _id, name, suspension } = person;
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => setOpen("warn")}>
        {t("warn")}
      </Button>
      {suspension && (
        <Button look="quiet" onClick={() => setOpen("reinstate")}>
          {t("reinstate")}
        </Button>
      )}
      <Button look="danger" onClick={() => setOpen("suspend")}>
        {suspension ? t("extend") : t("suspend")}
      </Button>
      <ReasonDialog
        open={open === "warn"}
        title={t("warnTitle", { name })}
        text={t("warnText")}
        action={t("warn")}
        onClose={close}
        onDecide={(reason) => changePerson(_id, "warn", { reason })}
      />
      <ReasonDialog
        open={open === "reinstate"}
        title={t("reinstateTitle", { name })}
        text={t("reinstateText")}
        action={t("reinstate")}
        onClose={close}
        onDecide={(reason) => changePerson(_id, "reinstate", { reason })}
      />
      <SuspendDialog person={person} open={open === "suspend"} onClose={close} />
    </div>
  );
}

interface SuspendDialogProps {
  person: StaffPerson;
  open: boolean;
  onClose: () => void;
}

const dayMs = 24 * 60 * 60 * 1_000;
const dateIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

function SuspendDialog({ person, open, onClose }: SuspendDialogProps) {
  const t = getTexts("staffPeople");
  const [until, setUntil] = useState("");
  const [refunds, setRefunds] = useState(false);
  const isTeacher = person.role === "teacher";
  return (
    <ReasonDialog
      open={open}
      title={t("suspendTitle", { name: person.name })}
      text={isTeacher ? t("suspendTeacherText") : t("suspendText")}
      action={t("suspend")}
      isDangerous
      onClose={onClose}
      onDecide={(reason) =>
        changePerson(person._id, "suspend", {
          reason,
          until,
          refundStudents: refunds,
          seenSince: person.suspension?.since ?? null,
        })
      }
    >
      <TextField
        label={t("until")}
        hint={t("untilHint")}
        type="date"
        min={open ? dateIn(1) : undefined}
        required
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      {isTeacher && (
        <label className="flex items-start gap-3 text-sm">
          <input
            type="checkbox"
            className="checkbox mt-0.5"
            checked={refunds}
            onChange={(event) => setRefunds(event.target.checked)}
          />
          <span>{t("refundStudents")}</span>
        </label>
      )}
    </ReasonDialog>
  );
}
