/** The query for a teacher's weekly time slots, and functions that update it after a change. */
import { queryClient, queryOptions } from "../client/query-client.ts";
import { type ApiTimeSlot, fetchTimeSlots } from "./time-slots.calls.ts";

const allKey = ["people", "time-slots"] as const;

export const timeSlotsOptions = (teacherId: string) =>
  queryOptions({ queryKey: [...allKey, teacherId], queryFn: () => fetchTimeSlots(teacherId) });

export const putTimeSlots = (teacherId: string, slots: ApiTimeSlot[]) =>
  queryClient.setQueryData(timeSlotsOptions(teacherId).queryKey, slots);

/** Refetches the slots of all teachers. */
export const refreshTimeSlots = () => queryClient.invalidateQueries({ queryKey: allKey });
