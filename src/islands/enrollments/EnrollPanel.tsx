import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { logInPath } from "#lib/accounts/page-guards.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { ActionBar } from "./ActionBar.tsx";
import type { EnrollPanelProps } from "./panel-props.ts";
import { StudentPanel } from "./StudentPanel.tsx";
import { TeacherPanel } from "./TeacherPanel.tsx";

/**
 * The enrollment options for the viewer. The view for logged-out visitors is part of the page's
 * HTML.
 */
export default function EnrollPanel(props: EnrollPanelProps) {
  const account = useAccount();
  switch (account.status) {
    case "checking":
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

function GuestPanel({ courseId, price, full, ended, payable }: EnrollPanelProps) {
  if (ended) return <Alert kind="info">{enrollMessages.over}</Alert>;
  if (!payable) return <Alert kind="info">{enrollMessages.notPayable}</Alert>;
  return (
    <>
      <ActionBar price={price}>
        <a
          className="btn btn-secondary btn-block signed-in:hidden"
          href={logInPath(`/courses/${courseId}`, "enroll")}
          data-dialog="login"
        >
          Login to Enroll
        </a>
        <div className="hidden h-10 animate-pulse rounded-field bg-base-200 signed-in:block" />
      </ActionBar>
      {full && <p className="text-center text-sm">{enrollMessages.full}</p>}
    </>
  );
}

function CompleteProfile() {
  return (
    <>
      <Alert kind="info">{enrollMessages.noProfile}</Alert>
      <a className="btn btn-secondary btn-block" href="/role-selection">
        Complete your profile
      </a>
    </>
  );
}
