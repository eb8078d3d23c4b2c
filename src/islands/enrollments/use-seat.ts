import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { enroll, holdsSeat } from "#lib/enrollments/enrollments.calls.ts";
import {
  enrollmentsOptions,
  refreshEnrollments,
  refreshSeat,
  seatOptions,
} from "#lib/enrollments/enrollments.queries.ts";
import type { EnrollPanelProps } from "./panel-props.ts";
import { findSeatState } from "./seat-state.ts";

/**
 * The error if the seat's state is unknown because the server didn't respond and a retry may help.
 * If the server doesn't support seats at all, the page's own data is used instead.
 */
function findLoadError(query: UseQueryResult<unknown>, isEnrolled: boolean): Error | undefined {
  const { data, error } = query;
  if (isEnrolled || data !== undefined || !error) return undefined;
  return error instanceof ApiError && !error.temporary ? undefined : error;
}

/** Polling interval while the state can change without the student's action, in milliseconds. */
const pollIntervalMs = 20_000;

/** The student's seat, kept up to date, and the mutation to enroll. */
export function useSeat(
  { courseId, seen, full, ended, payable, hasClasses }: EnrollPanelProps,
  studentId: string,
) {
  const enrollments = useQuery(enrollmentsOptions(), queryClient);
  const seat = useQuery(
    {
      ...seatOptions(courseId),
      refetchInterval: ({ state: { data } }) =>
        data?.waiting || data?.status === "held" ? pollIntervalMs : false,
    },
    queryClient,
  );
  const refresh = () => Promise.all([refreshSeat(courseId), refreshEnrollments()]);
  const enrollment = useMutation(
    {
      mutationFn: (confirmed: { outsideAudience?: boolean }) =>
        enroll(courseId, studentId, { seen, ...confirmed }),
      onSuccess: (url) => goTo(url),
      // After any failure, the page's seat data is out of date.
      onError: refresh,
    },
    queryClient,
  );
  const { reset } = enrollment;
  useEffect(() => {
    // When the user returns from the checkout with the Back button, the page shows its old state.
    const refreshAfterReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      void refreshSeat(courseId);
    };
    addEventListener("pageshow", refreshAfterReturn);
    return () => removeEventListener("pageshow", refreshAfterReturn);
  }, [reset, courseId]);

  const isEnrolled = holdsSeat(enrollments.data ?? [], courseId);
  const hasChanged = seat.data?.status === "enrolled" && enrollments.isSuccess && !isEnrolled;
  useEffect(() => {
    // If the payment arrived while the page was open, meetings and comments must update too.
    if (hasChanged) void refreshEnrollments();
  }, [hasChanged]);
  const loadError = findLoadError(enrollments, isEnrolled) ?? findLoadError(seat, isEnrolled);
  return {
    isPending: enrollments.isPending || (seat.isPending && !isEnrolled),
    loadError,
    refundsUntil: seat.data?.refundsUntil ?? null,
    state: findSeatState({ isEnrolled, seat: seat.data, full, ended, payable, hasClasses }),
    enrollment,
    refresh,
  };
}
