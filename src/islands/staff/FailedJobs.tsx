import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { retryJob } from "#lib/staff/staff.calls.ts";
import { refreshStaff } from "#lib/staff/staff.queries.ts";
import type { FailedJob, StaffToday } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

type Failed = NonNullable<StaffToday["money"]>["failedJobs"];

/** Background jobs that failed after their last retry, with their errors. Owners can retry them. */
export function FailedJobs({ failed: { total, jobs, mayRetry } }: { failed: Failed }) {
  if (total === 0) {
    return (
      <section className="panel grid gap-3 p-5">
        <h2 className="font-semibold">{t("today.jobs")}</h2>
        <p className="muted text-sm">{t("today.noFailedJobs")}</p>
      </section>
    );
  }
  return (
    <section className="panel grid gap-3 p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t("today.failedJobs", { count: total })}</h2>
        <p className="muted text-sm">
          {t(mayRetry ? "today.failedJobsText" : "today.ownersRetry")}
        </p>
      </div>
      <ul className="grid divide-y divide-base-300 text-sm">
        {jobs.map((job) => (
          <li
            key={job._id}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 last:pb-0"
          >
            <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
              <bdi className="font-medium">{job.name}</bdi>
              {job.error && (
                <bdi className="font-mono text-xs wrap-anywhere" dir="ltr">
                  {job.error}
                </bdi>
              )}
              <span className="muted text-xs">
                <LocalTime instant={job.at} />
              </span>
            </div>
            {mayRetry && <Retry job={job} />}
          </li>
        ))}
      </ul>
      {total > jobs.length && (
        <p className="muted text-sm">{t("today.moreJobs", { count: total - jobs.length })}</p>
      )}
    </section>
  );
}

function Retry({ job: { _id, name } }: { job: FailedJob }) {
  const retry = useMutation(
    { mutationFn: () => retryJob(_id), onSuccess: () => refreshStaff() },
    queryClient,
  );
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="quiet"
        className="btn-sm"
        aria-label={t("today.retryJob", { name })}
        busy={retry.isPending}
        onClick={() => retry.mutate()}
      >
        {t("today.retry")}
      </Button>
      {retry.isError && <Alert>{messageOf(retry.error)}</Alert>}
    </div>
  );
}
