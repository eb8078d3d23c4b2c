import { defineDeletionJobs } from "./account-settings/account-settings.jobs.ts";
import { defineAccountJobs } from "./accounts/accounts.jobs.ts";
import { defineCaseJobs } from "./cases/cases.jobs.ts";
import { defineClassJobs } from "./classes/classes.jobs.ts";
import { defineContactJob } from "./contact/contact.jobs.ts";
import type { Context } from "./context.ts";
import { defineCourseJobs } from "./courses/courses.jobs.ts";
import { defineNoticeJob } from "./digests/digests.jobs.ts";
import { defineLeaveMailJob } from "./enrollments/enrollments.jobs.ts";
import { defineGuardianAddressJob, defineGuardianRequestJob } from "./guardians/guardians.jobs.ts";
import { defineIntroductionJob } from "./introductions/introductions.jobs.ts";
import type { JobDefinition } from "./jobs/jobs.ts";
import { defineLetterJobs } from "./letters/letters.jobs.ts";
import { defineLivePageJob, defineRecapJob } from "./live-pages/live-pages.jobs.ts";
import { defineAttachmentJob, defineMailJob } from "./mail/mail.jobs.ts";
import { defineMediaJob, defineReleaseJob } from "./media/media.jobs.ts";
import { defineMeetingJobs } from "./meetings/meetings.jobs.ts";
import { defineMessageJobs } from "./messages/messages.jobs.ts";
import { defineNewsletterJob } from "./newsletter/newsletter.jobs.ts";
import {
  defineCheckPaymentsJobs,
  defineCloseCheckoutJob,
  definePollStripeJob,
  defineReconcileJob,
  defineSyncBalanceJobs,
} from "./payments/payments.jobs.ts";
import { definePlanJobs } from "./plans/plans.jobs.ts";
import { defineGuardianJob } from "./recitations/recitations.jobs.ts";
import { defineWaitingListJob } from "./seats/waiting-list.jobs.ts";
import { defineViewJob } from "./staff/views/views.jobs.ts";
import { defineStudyJob } from "./study/study.jobs.ts";
import { defineSuspensionJobs } from "./suspensions/suspensions.jobs.ts";
import { defineTrialJobs } from "./trials/trials.jobs.ts";
import { defineVettingJobs } from "./vetting/vetting.jobs.ts";
import { defineZoomAppJob } from "./zoom-app/zoom-app.jobs.ts";

/** Every kind of job, each defined in its noun's `<noun>.jobs.ts`. */
export function defineJobs(context: Context): JobDefinition[] {
  return [
    defineMailJob(context),
    defineAttachmentJob(context),
    defineNoticeJob(context),
    ...defineAccountJobs(context),
    ...defineCaseJobs(context),
    defineContactJob(context),
    defineNewsletterJob(context),
    ...defineLetterJobs(context),
    ...defineDeletionJobs(context),
    ...defineCourseJobs(context),
    defineCloseCheckoutJob(context),
    defineReconcileJob(context),
    definePollStripeJob(context),
    ...defineCheckPaymentsJobs(context),
    ...defineSyncBalanceJobs(context),
    ...definePlanJobs(context),
    defineWaitingListJob(context),
    defineLeaveMailJob(context),
    defineMediaJob(context),
    defineReleaseJob(context),
    ...defineMeetingJobs(context),
    ...defineClassJobs(context),
    ...defineMessageJobs(context),
    defineGuardianJob(context),
    defineGuardianRequestJob(context),
    defineGuardianAddressJob(context),
    ...defineTrialJobs(context),
    ...defineSuspensionJobs(context),
    defineViewJob(context),
    defineStudyJob(context),
    defineLivePageJob(context),
    defineRecapJob(context),
    defineIntroductionJob(context),
    ...defineVettingJobs(context),
    defineZoomAppJob(context),
  ];
}
