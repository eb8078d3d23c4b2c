import { useState } from "react";
import { AffectedStudents } from "#islands/staff/shared/AffectedStudents.tsx";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { changePerson, changeSuspensionEnd } from "#lib/people/staff-people.calls.ts";
import type { StaffPerson } from "#lib/people/staff-people.responses.ts";
import { getTexts } from "#translations/staff-people.ts";

type Decision = "suspend" | "end" | "reinstate" | "warn";

/** Buttons for suspending, reinstating and warning a person. */
export function PersonDecisions({ person }: { person: StaffPerson }) {
  const t = getTexts("staffPeople");
  const [open, setOpen] = useState<Decision>();
  const close = () => setOpen(undefined);
  const { _id, name, suspension, latestAction } = person;
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => setOpen("warn")}>
        {t("warn")}
      </Button>
      {suspension && (
        <>
          <Button look="quiet" onClick={() => setOpen("reinstate")}>
            {t("reinstate")}
          </Button>
          <Button look="quiet" onClick={() => setOpen("end")}>
            {t("changeEnd")}
          </Button>
        </>
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
        onDecide={(reason) => changePerson(_id, "warn", { reason, seenAction: latestAction })}
      />
      <ReasonDialog
        open={open === "reinstate"}
        title={t("reinstateTitle", { name })}
        text={t("reinstateText")}
        action={t("reinstate")}
        onClose={close}
        onDecide={(reason) =>
          changePerson(_id, "reinstate", { reason, seenSince: suspension?.since ?? null })
        }
      />
      {suspension && (
        <EndDialog person={person} until={suspension.until} open={open === "end"} onClose={close} />
      )}
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

/** Moves the end of a suspension. */
function EndDialog({
  person: { _id, name, role },
  until: current,
  open,
  onClose,
}: SuspendDialogProps & { until: string }) {
  const t = getTexts("staffPeople");
  const [until, setUntil] = useState(current.slice(0, 10));
  return (
    <ReasonDialog
      open={open}
      title={t("changeEndTitle", { name })}
      text={role === "teacher" ? t("changeEndTeacherText") : t("changeEndText")}
      action={t("changeEnd")}
      onClose={onClose}
      onDecide={(reason) => changeSuspensionEnd(_id, { until, reason, seenUntil: current })}
    >
      <UntilField value={until} open={open} onChange={setUntil} />
    </ReasonDialog>
  );
}

interface UntilFieldProps {
  value: string;
  open: boolean;
  onChange: (value: string) => void;
}

function UntilField({ value, open, onChange }: UntilFieldProps) {
  const t = getTexts("staffPeople");
  return (
    <TextField
      label={t("until")}
      hint={t("untilHint")}
      type="date"
      min={open ? dateIn(1) : undefined}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

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
          seenAction: person.latestAction,
        })
      }
    >
      <UntilField value={until} open={open} onChange={setUntil} />
      {person.affected && <AffectedStudents affected={person.affected} />}
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
