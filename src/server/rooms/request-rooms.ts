import { requestRoomsOfClasses } from "../classes/class-rooms.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { requestRooms as requestRoomsOfTrials } from "../trials/trial-room.ts";

/**
 * Requests the rooms of a teacher's upcoming classes and trial lessons, once the teacher has
 * connected a meeting service.
 */
export async function requestUpcomingRooms(
  context: Context,
  tx: Db,
  teacherId: string,
): Promise<void> {
  await requestRoomsOfClasses(context, tx, teacherId);
  await requestRoomsOfTrials(context, tx, teacherId);
}
