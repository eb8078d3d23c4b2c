import { getTexts } from "#translations/teacher-share.ts";
import { Choice } from "./Choice.tsx";

const t = getTexts("teacherShare");

interface TeacherShareChoiceProps {
  /** Whether the platform pays, so that the teacher keeps the share. */
  keepsShare: boolean;
  onChoose: (keepsShare: boolean) => void;
}

/** For refunds by staff: whether the teacher returns the share. */
export function TeacherShareChoice({ keepsShare, onChoose }: TeacherShareChoiceProps) {
  return (
    <Choice
      legend={t("label")}
      options={[
        { label: t("take"), hint: t("takeHint") },
        { label: t("keep"), hint: t("keepHint") },
      ]}
      chosen={keepsShare ? 1 : 0}
      onChoose={(index) => onChoose(index === 1)}
    />
  );
}
