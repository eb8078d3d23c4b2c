import { Hono } from "hono";
import { enrolMessages } from "#lib/enrolments/enrolments.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { seatData } from "./enrolments.docs.ts";
import { joinWaitingList, leaveWaitingList } from "./join-waiting-list.ts";
import { findSeat } from "./seat.ts";

const tag = "enrolments";
const missing = "No published course";

/** A student's own seat and place in line, mounted under /enrollment/course. */
export function seatRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/:courseId/seat",
      documented(tag, "How the student stands to the course: seat, hold, place in line", {
        bearer: true,
        data: seatData,
        refusals: { 403: "Not a student", 404: missing },
      }),
      authenticate(context),
      async (c) => ok(c, await findSeat(context, c.var.actor, c.req.param("courseId"))),
    )
    .post(
      "/:courseId/waiting-list",
      documented(tag, "Wait for a seat in a full course", {
        description:
          "First come, first offered: the seat that becomes free is kept for two hours for who is next, and a mail says so.",
        bearer: true,
        data: seatData,
        successes: { 200: "On the list already", 201: "On the list now" },
        refusals: {
          403: "A teacher, or nobody's profile",
          404: missing,
          409: "Enrolled already, a seat is free, or the course has ended",
        },
      }),
      authenticate(context, enrolMessages.unauthenticated),
      async (c) => {
        const courseId = c.req.param("courseId");
        const { seat, isNew } = await joinWaitingList(context, c.var.actor, courseId);
        return isNew ? created(c, seat) : ok(c, seat);
      },
    )
    .delete(
      "/:courseId/waiting-list",
      documented(tag, "Leave the waiting list, or give up the seat that is kept", {
        bearer: true,
        refusals: { 403: "Not a student", 404: "Not on the list" },
      }),
      authenticate(context),
      async (c) => {
        await leaveWaitingList(context, c.var.actor, c.req.param("courseId"));
        return ok(c, null);
      },
    );
}
