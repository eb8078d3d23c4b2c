import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Busy } from "#islands/ui/Busy.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import type { AttendanceView, ClassView } from "#lib/class-views.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { correctAttendance, fetchAttendance } from "#lib/client/learning.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { formatClock, formatInstant } from "#lib/instants.ts";

interface AttendanceProps {
  of: ClassView;
  zone: string;
  onClose: () => void;
}

/** Who was in a class. The teacher's word stands in place of what joining told. */
export function Attendance({ of, zone, onClose }: AttendanceProps) {
  const queryKey = ["class-attendance", of._id];
  const list = useQuery({ queryKey, queryFn: () => fetchAttendance(of._id) }, queryClient);
  const correction = useMutation(
    {
      mutationFn: ({ student, present }: AttendanceView) =>
        correctAttendance(of._id, { studentId: student._id, present: !present }),
      onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    },
    queryClient,
  );
  return (
    <Dialog open title={`Attendance of class ${of.number}`} onClose={onClose}>
      <p className="muted text-sm">{formatInstant(of.startsAt, zone)}</p>
      {list.isPending && <Busy label="Loading attendance..." />}
      {list.isError && (
        <Trouble
          message={messageOf(list.error, "Failed to fetch the attendance")}
          retry={() => void list.refetch()}
        />
      )}
      {correction.isError && (
        <Alert>{messageOf(correction.error, "Failed to correct the attendance")}</Alert>
      )}
      {list.data?.length === 0 && <p className="text-sm">Nobody was enrolled at that time.</p>}
      {list.data && list.data.length > 0 && (
        <ul className="divide-y divide-base-300">
          {list.data.map((entry) => (
            <li key={entry.student._id}>
              <label className="flex cursor-pointer items-center justify-between gap-4 py-2.5">
                <span className="grid">
                  <span dir="auto" className="font-medium">
                    {entry.student.name}
                  </span>
                  <span className="muted tabular text-xs">
                    {entry.joinedAt
                      ? `Joined at ${formatClock(entry.joinedAt, zone)}`
                      : "Did not join"}
                    {entry.isCorrected && " · set by you"}
                  </span>
                </span>
                <input
                  type="checkbox"
                  className="size-6 shrink-0 accent-secondary"
                  checked={entry.present}
                  disabled={correction.isPending}
                  onChange={() => correction.mutate(entry)}
                  aria-label={`${entry.student.name} was there`}
                />
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end">
        <Button look="quiet" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
