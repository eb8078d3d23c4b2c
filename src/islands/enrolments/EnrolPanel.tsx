import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { useAccount } from "#islands/ui/use-account.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { enrol, fetchEnrolments, holdsSeat } from "#lib/client/enrolments.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import type { Profile } from "#lib/client/profile.store.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { completeProfilePath, enrolMessages } from "#lib/enrolments.ts";
import { logInPath } from "#lib/guards.ts";

interface EnrolPanelProps {
  courseId: string;
  /** Whether it costs nothing. */
  free: boolean;
  full: boolean;
  /** The exact amount where the short price hides cents. */
  exactPrice?: string | undefined;
}

/** What the visitor can do about a seat in the course. Strangers' view is in the page's HTML. */
export default function EnrolPanel(props: EnrolPanelProps) {
  const account = useAccount();
  switch (account.status) {
    case "checking":
    case "guest":
      return <GuestPanel {...props} />;
    case "trouble":
      return <Alert>{account.message}</Alert>;
    case "signed-in":
      if (!account.profile) return <CompleteProfile />;
      if (account.profile.role === "teacher") {
        return <Alert kind="info">Teachers cannot enroll in courses</Alert>;
      }
      return <StudentPanel {...props} profile={account.profile} />;
  }
}

function GuestPanel({ courseId, full }: EnrolPanelProps) {
  return (
    <>
      <a
        className="btn btn-secondary btn-block signed-in:hidden"
        href={logInPath(`/courses/${courseId}`, "enroll")}
        data-dialog="login"
      >
        Login to Enroll
      </a>
      <div className="hidden h-10 animate-pulse rounded-field bg-base-200 signed-in:block" />
      {full && <p className="text-center text-sm">{enrolMessages.full}</p>}
    </>
  );
}

function CompleteProfile() {
  return (
    <>
      <Alert kind="info">{enrolMessages.noProfile}</Alert>
      <a className="btn btn-secondary btn-block" href="/role-selection">
        Complete Your Profile
      </a>
    </>
  );
}

function EnrolledPanel({ courseId }: { courseId: string }) {
  return (
    <>
      <Alert kind="success">{enrolMessages.enrolled}</Alert>
      <a className="btn btn-secondary btn-block" href={`/dashboard/enrolled-courses/${courseId}`}>
        Go to Course Dashboard
      </a>
    </>
  );
}

/** Whether a child was refused because nobody answers for it yet. */
function lacksGuardian(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.errors : [];
  return fields.some(({ field }) => field.startsWith("parentGuardian"));
}

interface StudentPanelProps extends EnrolPanelProps {
  profile: Profile;
}

function StudentPanel({ courseId, free, full, exactPrice, profile }: StudentPanelProps) {
  const enrolments = useQuery({ queryKey: ["enrolments"], queryFn: fetchEnrolments }, queryClient);
  const enrolment = useMutation(
    { mutationFn: () => enrol(courseId, profile._id), onSuccess: (url) => goTo(url) },
    queryClient,
  );
  if (enrolments.isPending) {
    return <div className="h-10 animate-pulse rounded-field bg-base-200" aria-hidden="true" />;
  }
  if (enrolments.data && holdsSeat(enrolments.data, courseId)) {
    return <EnrolledPanel courseId={courseId} />;
  }
  const busy = enrolment.isPending || enrolment.isSuccess;
  return (
    <>
      {enrolment.isError && (
        <Alert>
          {messageOf(enrolment.error, "Failed to enroll in course. Please try again later.")}
        </Alert>
      )}
      {lacksGuardian(enrolment.error) && (
        <a
          className="btn btn-outline btn-block border-base-300"
          href={completeProfilePath(courseId)}
        >
          Add a parent or guardian
        </a>
      )}
      {full && <Alert kind="info">{enrolMessages.full}</Alert>}
      <Button
        className="btn-block"
        disabled={full}
        busy={busy}
        busyLabel={free ? "Enrolling..." : "Opening checkout..."}
        onClick={() => enrolment.mutate()}
      >
        {free ? "Enroll for Free" : "Pay & Enroll"}
      </Button>
      {exactPrice && <p className="muted text-center text-sm">You will be charged {exactPrice}.</p>}
    </>
  );
}
