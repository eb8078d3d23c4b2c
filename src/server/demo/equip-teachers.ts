/** Sets up demo teachers' payment and Zoom accounts, so that they can sell and teach. */
import { eq } from "drizzle-orm";
import { canTakePayments } from "#lib/payments/payments.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Context } from "../context.ts";
import { paymentAccounts } from "../db/tables/payments.table.ts";
import {
  completeConnection,
  findConnectionStatus,
  issueConnectTicket,
  startConnecting,
} from "../meetings/connection/connect-account.ts";
import { findProvider } from "../meetings/connection/connection.ts";
import {
  findPaymentAccount,
  setUpPaymentAccount,
} from "../payments/payment-accounts/payment-accounts.ts";
import { requestUpcomingRooms } from "../rooms/request-rooms.ts";
import { demoTeachers } from "./data/demo-data.ts";
import { type DemoPeople, type DemoRun, forEach, need } from "./demo-run.ts";
import { allowAccess, completeOnboarding } from "./sandbox-visits.ts";

/** Skips real providers, because only the sandbox's pages can be completed by a program. */
export async function equipTeachers({ context }: DemoRun, people: DemoPeople): Promise<void> {
  const { stripe, zoom } = context.config;
  const teachers = demoTeachers.filter(({ isEquipped }) => isEquipped);
  await forEach(teachers, async ({ key, payoutCountry }) => {
    const teacher = need(people, key);
    if (stripe.sandbox) await openPaymentAccount(context, teacher, payoutCountry);
    if (zoom.sandbox) await connectZoom(context, teacher);
  });
  if (!stripe.sandbox) {
    context.log.warn("Stripe isn't the sandbox: the demo has no paid courses and enrollments");
  }
  if (!zoom.sandbox) context.log.warn("Zoom isn't the sandbox: the demo has no upcoming meetings");
}

async function openPaymentAccount(
  context: Context,
  teacher: ProfiledActor,
  country?: string,
): Promise<void> {
  const [known] = await context.db
    .select({ chargesEnabled: paymentAccounts.chargesEnabled })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.teacherId, teacher.profile.id));
  if (known?.chargesEnabled) return;
  const page = await setUpPaymentAccount(context, teacher, country ? { country } : {});
  // Where Stripe can't pay, there is nothing to complete.
  if (page.startsWith(context.config.stripe.apiBase)) await completeOnboarding(page);
  const account = await findPaymentAccount(context, teacher);
  if (!canTakePayments(account)) throw new Error(`${teacher.email} can't take payments.`);
}

async function connectZoom(context: Context, teacher: ProfiledActor): Promise<void> {
  const zoom = findProvider(context, "zoom");
  if ((await findConnectionStatus(context, teacher, zoom)).connected) return;
  const ticket = await issueConnectTicket(context, teacher, zoom);
  const authorizeUrl = await startConnecting(context, ticket, zoom);
  const allowed = await allowAccess(authorizeUrl, teacher.email);
  await completeConnection(context, teacher, zoom, allowed, requestUpcomingRooms);
}
