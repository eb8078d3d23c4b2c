import { addGuardianPath } from "#lib/guardians/guardian-path.ts";
import { messagesPath } from "#lib/messages/conversation-path.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

interface NextStepProps {
  /** What is missing in the student's profile. Empty if the student can only book or enroll. */
  fields: readonly string[];
  teacherId: string;
}

/** Leads a student who may not ask a teacher something to what they can do instead. */
export function NextStep({ fields, teacherId }: NextStepProps) {
  const [path, label] = fields.includes("guardianConfirmed")
    ? ["/dashboard?tab=settings", t("openSettings")]
    : fields.length > 0
      ? [addGuardianPath(`${messagesPath}?to=${teacherId}`), t("completeProfile")]
      : [`/teachers/${teacherId}`, t("teacherPage")];
  return (
    <a className="btn btn-outline btn-sm border-base-300" href={localizePath(path)}>
      {label}
    </a>
  );
}
