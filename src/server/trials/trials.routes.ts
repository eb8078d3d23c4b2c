import { Hono } from "hono";
import { trialSchema, trialsSchema } from "#lib/trials/trials.responses.ts";
import { bookTrialInput } from "#lib/trials/trials.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented, noData } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { validate } from "../http/validate.ts";
import { bookTrial, cancelTrial, listTrials } from "./trials.ts";

const tag = "trials";

/** Free trial lessons, mounted under /trials. */
export function trialRoutes(context: Context) {
  const signedIn = authenticate(context);
  return new Hono<AppEnv>()
    .get(
      "/",
      signedIn,
      documented(tag, "The user's upcoming trial lessons, as teacher or student", {
        bearer: true,
        data: trialsSchema,
        refusals: { 403: "No profile yet" },
      }),
      async (c) => ok(c, await listTrials(context, c.var.actor)),
    )
    .post(
      "/",
      signedIn,
      documented(tag, "Book a free trial lesson at the next time of a teacher's available slot", {
        bearer: true,
        data: trialSchema,
        successes: { 201: "Booked; both people are emailed" },
        refusals: {
          403: "Not a student",
          404: "Time slot not found",
          409: "Not offered, taken, or too many trial lessons",
        },
      }),
      validate("json", bookTrialInput),
      async (c) => created(c, await bookTrial(context, c.var.actor, c.req.valid("json"))),
    )
    .delete(
      "/:id",
      signedIn,
      documented(tag, "Cancel the user's own trial lesson and make its time slot available again", {
        bearer: true,
        data: noData,
        refusals: { 404: "No upcoming lesson of the user" },
      }),
      async (c) => {
        await cancelTrial(context, c.var.actor, c.req.param("id"));
        return ok(c, null);
      },
    );
}
