import { Hono } from "hono";
import * as z from "zod/mini";
import {
  type Earnings,
  earningsPeriods,
  earningsQuery,
  entryKinds,
  entryStatuses,
} from "#lib/earnings/earnings.ts";
import { disputeStatuses } from "#lib/payments/disputes.ts";
import { authenticate } from "../accounts/sessions/authenticate.ts";
import { pageFiguresData } from "../catalog/course.docs.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { validate } from "../http/validate.ts";
import { findEarnings } from "./earnings.ts";

const text = z.string();
const dollars = z.number();
const course = z.object({ _id: text, title: text });
const student = z.nullable(z.object({ _id: text, name: text }));

const earningsData: z.ZodMiniType<Earnings> = z.object({
  source: z.enum(["provider", "own"]),
  isAway: z.boolean(),
  period: z.enum(earningsPeriods),
  timeZone: text,
  summary: z.object({
    gross: dollars,
    fees: dollars,
    refunds: dollars,
    other: dollars,
    net: dollars,
    paidOut: dollars,
  }),
  onTheWay: z.nullable(dollars),
  entries: z.array(
    z.object({
      _id: text,
      kind: z.enum(entryKinds),
      at: text,
      amount: dollars,
      fee: dollars,
      net: dollars,
      status: z.nullable(z.enum(entryStatuses)),
      receipt: z.nullable(text),
      course: z.nullable(course),
      student,
      refund: z.nullable(
        z.object({ enrollmentId: text, refundable: dollars, isEnrolled: z.boolean() }),
      ),
    }),
  ),
  isCut: z.boolean(),
  check: z.nullable(z.object({ matched: z.int(), missing: z.int(), unknown: z.int() })),
  disputes: z.array(
    z.object({
      _id: text,
      status: z.enum(disputeStatuses),
      amount: dollars,
      reason: text,
      dueBy: z.nullable(text),
      openedAt: text,
      closedAt: z.nullable(text),
      course,
      student,
      isEnrolled: z.boolean(),
      isQuestion: z.boolean(),
    }),
  ),
  ...pageFiguresData,
});

/** Mounted under /connect/earnings. */
export function earningsRoutes(context: Context) {
  return new Hono<AppEnv>().get(
    "/",
    documented("payments", "The teacher's earnings in a period, as reported by the provider", {
      description:
        "If the provider is unavailable, the figures come from our own records (`source` is `own`), without payouts.",
      bearer: true,
      data: earningsData,
      refusals: { 403: "Not a teacher" },
    }),
    authenticate(context),
    teachersOnly(),
    validate("query", earningsQuery),
    async (c) => ok(c, await findEarnings(context, c.var.actor, c.req.valid("query"))),
  );
}
