import type { Context } from "../context.ts";
import { defineJob, type JobDefinition } from "../jobs/jobs.ts";
import { guardianRequestJob } from "./guardian-job.ts";
import { purgeGuardianAddresses, sendGuardianRequest } from "./guardian-requests.ts";
import { purgePageLinks } from "./page-links.ts";

export function defineGuardianRequestJob(context: Context): JobDefinition {
  return defineJob<{ studentId: string }>({
    name: guardianRequestJob,
    retryLimit: 3,
    async handle({ studentId }) {
      await sendGuardianRequest(context, studentId, { automatic: true });
    },
  });
}

export function defineGuardianAddressJob(context: Context): JobDefinition {
  return defineJob({
    name: "guardian-addresses-purge",
    retryLimit: 3,
    cron: "30 3 * * *",
    async handle() {
      await purgeGuardianAddresses(context);
      await purgePageLinks(context);
    },
  });
}
