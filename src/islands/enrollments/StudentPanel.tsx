import { AddGuardian } from "#islands/people/shared/AddGuardian.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { enrollMessages, outsideAudience } from "#lib/enrollments/enrollments.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/enrollments.ts";
import { withTexts } from "#translations/load.ts";
import { ActionBar } from "./ActionBar.tsx";
import { EnrolledPanel } from "./EnrolledPanel.tsx";
import { HoldTimer } from "./HoldTimer.tsx";
import type { EnrollPanelProps } from "./panel-props.ts";
import type { SeatState } from "./seat-state.ts";
import { useSeat } from "./use-seat.ts";
import { WaitingPanel } from "./WaitingPanel.tsx";

const t = getTexts("enrollments");

const loading = <div className="h-10 animate-pulse rounded-field bg-base-200" aria-hidden="true" />;

/** Whether the panel offers to pay. */
const takesPayment = ({ kind }: SeatState) =>
  kind === "open" || kind === "held" || kind === "offered";

const AudienceDialog = deferDialog(
  async () => (await withTexts(import("./AudienceDialog.tsx"))).AudienceDialog,
  { isRare: true },
);

/** Whether the server asks to confirm a course that isn't meant for the student's age. */
const isOutsideAudience = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ field }) => field === outsideAudience);

/** When the 14 days end for a student who has left this course with a refund before. */
function RefundPeriod({ until }: { until: string }) {
  const isOver = Date.parse(until) <= useNow(60_000);
  return (
    <p className="muted text-sm">
      {t.rich(isOver ? "refundEnded" : "refundUntil", {
        time: () => <LocalTime key="time" instant={until} />,
      })}
    </p>
  );
}

export function StudentPanel(props: EnrollPanelProps & { profile: Profile }) {
  const { courseId, free, price } = props;
  const { isPending, loadError, state, refundsUntil, enrollment, refresh } = useSeat(
    props,
    props.profile._id,
  );
  if (loadError) return <ErrorAlert message={loadError.message} retry={() => void refresh()} />;
  if (isPending) return loading;
  const { error } = enrollment;
  return (
    <>
      {error && !isOutsideAudience(error) && state.kind !== "enrolled" && state.kind !== "full" && (
        <Alert>{messageOf(error)}</Alert>
      )}
      {isOutsideAudience(error) && (
        <AudienceDialog
          text={messageOf(error)}
          age={props.profile.age}
          onConfirm={() => enrollment.mutate({ outsideAudience: true })}
          onClose={enrollment.reset}
        />
      )}
      <AddGuardian error={error} returnTo={`/courses/${courseId}`} label={t("addGuardian")} />
      {state.kind === "enrolled" && <EnrolledPanel courseId={courseId} />}
      {state.kind === "ended" && <Alert kind="info">{enrollMessages.over}</Alert>}
      {state.kind === "no-classes" && <Alert kind="info">{enrollMessages.noClasses}</Alert>}
      {state.kind === "unpayable" && <Alert kind="info">{enrollMessages.notPayable}</Alert>}
      {state.kind === "held" && <HoldTimer instant={state.until} kind="held" onEnd={refresh} />}
      {state.kind === "offered" && (
        <HoldTimer instant={state.until} kind="offered" onEnd={refresh} />
      )}
      {refundsUntil && !free && takesPayment(state) && <RefundPeriod until={refundsUntil} />}
      {takesPayment(state) && (
        <ActionBar price={price}>
          <Button
            className="btn-block"
            busy={enrollment.isPending || enrollment.isSuccess}
            busyLabel={t(free ? "enrollBusy" : "payBusy")}
            onClick={() => enrollment.mutate({})}
          >
            {t(free ? "enroll" : "pay")}
          </Button>
        </ActionBar>
      )}
      {(state.kind === "full" || state.kind === "waiting" || state.kind === "offered") && (
        <WaitingPanel courseId={courseId} state={state} refresh={refresh} />
      )}
    </>
  );
}
