import { Hono } from "hono";
import { seatSchema } from "#lib/enrollments/enrollments.responses.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { joinWaitingList, leaveWaitingList } from "./join-waiting-list.ts";
import { findSeat } from "./seat.ts";

const tag = "enrollments";
const missing = "No published course";

/** Routes for a student's own seat and place on the waiting list, under /enrollment/course. */
export function seatRoutes(context: Context) {
  return new Hono<AppEnv>()
    .get(
      "/:courseId/seat",
      documented(tag, "The student's status in the course: seat, hold, waiting list", {
        bearer: true,
        data: seatSchema,
        refusals: { 403: "Not a student", 404: missing },
      }),
      authenticate(context),
      async (c) => ok(c, await findSeat(context, c.var.actor, c.req.param("courseId"))),
    )
    .post(
      "/:courseId/waiting-list",
      documented(tag, "Join the waiting list of a full course", {
        description:
          "First come, first served: a seat that opens up is held for 24 hours for the next student, who gets an email. A hold that would end between 22:00 and 8:00 in the student's time zone ends at 8:00.",
        bearer: true,
        data: seatSchema,
        successes: { 200: "Already on the list", 201: "Added to the list" },
        refusals: {
          403: "A teacher, or no profile yet",
          404: missing,
          409: "Already enrolled, a seat is available, or the course has ended or has no upcoming classes",
        },
      }),
      authenticate(context, () => enrollMessages.unauthenticated),
      async (c) => {
        const courseId = c.req.param("courseId");
        const { seat, isNew } = await joinWaitingList(context, c.var.actor, courseId);
        return isNew ? created(c, seat) : ok(c, seat);
      },
    )
    .delete(
      "/:courseId/waiting-list",
      documented(tag, "Leave the waiting list, or release the held seat", {
        bearer: true,
        data: noData,
        refusals: { 403: "Not a student", 404: "Not on the list" },
      }),
      authenticate(context),
      async (c) => {
        await leaveWaitingList(context, c.var.actor, c.req.param("courseId"));
        return ok(c, null);
      },
    );
}
