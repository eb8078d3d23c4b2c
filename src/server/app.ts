import { Hono } from "hono";
import { AppError } from "#lib/errors.ts";
import { findReportedHourCycle } from "#lib/time/hour-cycle.ts";
import { getTexts } from "#translations/translate.ts";
import { accountSettingsRoutes } from "./account-settings/account-settings.routes.ts";
import { emailPreferenceRoutes } from "./account-settings/email-preferences.routes.ts";
import { accountRoutes } from "./accounts/accounts.routes.ts";
import { agreementRoutes } from "./agreements/agreements.routes.ts";
import { audioRoutes } from "./audio/audio.routes.ts";
import { calendarFeedRoutes, calendarRoutes } from "./calendar-feeds/calendar-feeds.routes.ts";
import { classRoutes } from "./classes/classes.routes.ts";
import { commentRoutes } from "./comments/comments.routes.ts";
import { contactRoutes } from "./contact/contact.routes.ts";
import type { Context } from "./context.ts";
import { courseRoutes } from "./courses/courses.routes.ts";
import { courseStaffRoutes } from "./courses/courses.staff-routes.ts";
import { earningsRoutes } from "./earnings/earnings.routes.ts";
import { enrollmentRoutes } from "./enrollments/enrollments.routes.ts";
import { seatRoutes } from "./enrollments/seat.routes.ts";
import { guardianPageRoutes } from "./guardian-page/guardian-page.routes.ts";
import { ownGuardianRoutes } from "./guardians/guardians.routes.ts";
import { runWithHourCycle } from "./hour-cycle.ts";
import type { AppEnv } from "./http/app-env.ts";
import { strictJson } from "./http/bodies/strict-json.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { onError } from "./http/on-error.ts";
import { openApi } from "./http/open-api.ts";
import { requestScope } from "./http/request-scope.ts";
import { introductionRoutes } from "./introductions/introductions.routes.ts";
import { learningRoutes } from "./learning/learning.routes.ts";
import { letterStaffRoutes, suppressionStaffRoutes } from "./letters/letters.staff-routes.ts";
import { livePageRoutes } from "./live-pages/live-pages.routes.ts";
import { imageRoutes, mediaRoutes } from "./media/media.routes.ts";
import { meetingServiceRoutes, meetingWebhookRoutes } from "./meetings/meeting-services.routes.ts";
import { meetingRoutes } from "./meetings/meetings.routes.ts";
import { guardianRoutes } from "./messages/guardians/guardian.routes.ts";
import { messageRoutes } from "./messages/messages.routes.ts";
import { caseRoutes } from "./moderation/cases.staff-routes.ts";
import { reportRoutes } from "./moderation/moderation.routes.ts";
import { newsletterRoutes } from "./newsletter/newsletter.routes.ts";
import { checkoutRoutes } from "./payments/checkout/checkout.routes.ts";
import { disputeRoutes } from "./payments/disputes/disputes.routes.ts";
import { owedSharesRoutes } from "./payments/owed-shares/owed-shares.staff-routes.ts";
import { paymentAccountRoutes } from "./payments/payment-accounts/payment-accounts.routes.ts";
import { paymentStaffRoutes } from "./payments/payments.staff-routes.ts";
import { revenueRoutes } from "./payments/revenue/revenue.staff-routes.ts";
import { stripeWebhookRoutes } from "./payments/webhook/webhook.routes.ts";
import {
  profileRoutes,
  registrationRoutes,
  studentRoutes,
  teacherRoutes,
} from "./people/people.routes.ts";
import { peopleStaffRoutes } from "./people/people.staff-routes.ts";
import { planPaymentRoutes } from "./plans/console/plan-payments.staff-routes.ts";
import { planRoutes } from "./plans/plans.routes.ts";
import { quizRoutes } from "./quizzes/quizzes.routes.ts";
import { quranRoutes } from "./quran/quran.routes.ts";
import { wordRoutes } from "./quran/words/words.routes.ts";
import { recitationRoutes } from "./recitations/recitations.routes.ts";
import { reviewRoutes } from "./reviews/reviews.routes.ts";
import { settingsStaffRoutes } from "./settings/settings.staff-routes.ts";
import { staffLogRoutes, staffSignInRoutes, staffTodayRoutes } from "./staff/staff.staff-routes.ts";
import { staffViewRoutes } from "./staff/views/views.staff-routes.ts";
import { studyRoutes } from "./study/study.routes.ts";
import { timelineRoutes } from "./timeline/timeline.routes.ts";
import { trialRoutes } from "./trials/trials.routes.ts";
import { vettingRoutes } from "./vetting/vetting.routes.ts";
import { vettingStaffRoutes } from "./vetting/vetting.staff-routes.ts";
import { zoomAppRoutes } from "./zoom-app/zoom-app.routes.ts";

const t = getTexts("http");

/** Webhook signatures cover the raw bytes, and uploads are multipart forms. */
const otherBodies =
  /^\/api\/(webhooks|media|vetting\/documents|introductions\/recording|(connect|staff\/payments\/[^/]+)\/disputes\/[^/]+\/files)(\/|$)/;

/**
 * The API under /api, with one route file per noun and a single error handler. It also serves
 * uploaded images under /media and calendar feeds under /calendar. It uses only the web-standard
 * Request and Response, so that any HTTP server can host it.
 */
export function createApp(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  app.use(requestScope(context));
  app.use((c, next) => {
    const hourCycle = findReportedHourCycle(c.req.header("cookie"));
    // Pages call the API without cookies, in their reader's hour cycle.
    return hourCycle ? runWithHourCycle(hourCycle, next) : next();
  });
  app.onError(onError);
  app.notFound(() => {
    throw new AppError("not_found", t("endpointNotFound"));
  });
  app.route("/media", imageRoutes(context));
  app.route("/calendar", calendarFeedRoutes(context));

  const api = app.basePath("/api");
  api.use(crossOrigin(context));
  api.use((c, next) => (otherBodies.test(c.req.path) ? next() : strictJson(c, next)));
  api.route("/auth", registrationRoutes(context));
  api.route("/auth", accountRoutes(context));
  api.route("/users", accountSettingsRoutes(context));
  api.route("/users", profileRoutes(context));
  api.route("/users/me/mails", emailPreferenceRoutes(context));
  api.route("/users/me/agreements", agreementRoutes(context));
  api.route("/users/me/guardian", ownGuardianRoutes(context));
  api.route("/teachers", teacherRoutes(context));
  api.route("/students", studentRoutes(context));
  api.route("/media", mediaRoutes(context));
  api.route("/audio", audioRoutes(context));
  api.route("/calendar", calendarRoutes(context));
  api.route("/courses", courseRoutes(context));
  api.route("/classes", classRoutes(context));
  api.route("/classes", livePageRoutes(context));
  api.route("/enrollment/checkout", checkoutRoutes(context));
  api.route("/enrollment", enrollmentRoutes(context));
  api.route("/enrollment/course", seatRoutes(context));
  api.route("/connect/accounts", paymentAccountRoutes(context));
  api.route("/connect/earnings", earningsRoutes(context));
  api.route("/connect/disputes", disputeRoutes(context));
  api.route("/plans", planRoutes(context));
  api.route("/webhooks/stripe", stripeWebhookRoutes(context));
  for (const provider of context.meetingProviders) {
    api.route(`/webhooks/${provider.id}`, meetingWebhookRoutes(context, provider));
    api.route(`/${provider.id}`, meetingServiceRoutes(context, provider));
  }
  api.route("/zoom", meetingRoutes(context));
  api.route("/messages", messageRoutes(context));
  api.route("/guardian", guardianPageRoutes(context));
  api.route("/guardian", guardianRoutes(context));
  api.route("/learning", learningRoutes(context));
  api.route("/quizzes", quizRoutes(context));
  api.route("/quran", quranRoutes(context));
  api.route("/quran/words", wordRoutes(context));
  api.route("/recitations", recitationRoutes(context));
  api.route("/reviews", reviewRoutes(context));
  api.route("/reports", reportRoutes(context));
  api.route("/study", studyRoutes(context));
  api.route("/comments", commentRoutes(context));
  api.route("/timeline", timelineRoutes(context));
  api.route("/trials", trialRoutes(context));
  api.route("/introductions", introductionRoutes(context));
  api.route("/vetting", vettingRoutes(context));
  api.route("/zoom-app", zoomAppRoutes(context));
  api.route("/contact", contactRoutes(context));
  api.route("/newsletter", newsletterRoutes(context));
  mountStaff(api, context);
  api.get("/openapi.json", openApi(app));
  return app;
}

/** The calls of the staff console. Everyone who isn't staff gets a 404. */
function mountStaff(api: Hono<AppEnv>, context: Context): void {
  api.route("/staff/sign-in", staffSignInRoutes(context));
  api.route("/staff/today", staffTodayRoutes(context));
  api.route("/staff/people", peopleStaffRoutes(context));
  api.route("/staff/views", staffViewRoutes(context));
  api.route("/staff/courses", courseStaffRoutes(context));
  api.route("/staff/cases", caseRoutes(context));
  api.route("/staff/teachers", vettingStaffRoutes(context));
  // Before the payments, whose IDs would match its path.
  api.route("/staff/payments/premium", planPaymentRoutes(context));
  api.route("/staff/payments", paymentStaffRoutes(context));
  api.route("/staff/letters", letterStaffRoutes(context));
  api.route("/staff/suppressions", suppressionStaffRoutes(context));
  api.route("/staff/log", staffLogRoutes(context));
  api.route("/staff/settings", settingsStaffRoutes(context));
  api.route("/staff/payouts", owedSharesRoutes(context));
  api.route("/staff/revenue", revenueRoutes(context));
}
