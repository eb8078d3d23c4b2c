import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/enrollments.ts";
import { GuestPanel } from "./GuestPanel.tsx";
import type { EnrollPanelProps } from "./panel-props.ts";
import { StudentPanel } from "./StudentPanel.tsx";
import { TeacherPanel } from "./TeacherPanel.tsx";

const t = getTexts("enrollments");

/** The enrollment options for people with a session. */
export default function EnrollPanel(props: EnrollPanelProps) {
  const account = useAccount();
  switch (account.status) {
    case "checking":
      return <GuestPanel {...props} isChecking />;
    case "guest":
      return <GuestPanel {...props} />;
    case "failed":
      return <ErrorAlert message={account.message} retry={account.retry} />;
    case "signed-in":
      if (!account.profile) return <CompleteProfile />;
      return account.profile.role === "teacher" ? (
        <TeacherPanel {...props} own={account.profile._id === props.teacherId} />
      ) : (
        <StudentPanel {...props} profile={account.profile} />
      );
  }
}

function CompleteProfile() {
  return (
    <>
      <Alert kind="info">{enrollMessages.noProfile}</Alert>
      <a className="btn btn-secondary btn-block" href={localizePath("/role-selection")}>
        {t("completeProfile")}
      </a>
    </>
  );
}
