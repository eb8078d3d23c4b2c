/** Background jobs that failed after their last retry. The queue keeps them for a few days. */
import { sql } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import type { FailedJob } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { transact } from "../db/transact.ts";
import { recordStaffAction } from "./audit.ts";
import type { StaffMember } from "./staff-actor.ts";

const t = getTexts("staff");

/** The longest list. After an outage, hundreds of jobs can fail for one reason. */
const maxListed = 50;

/** Errors are stored without personal data (`recordError`), and the data of jobs isn't shown. */
export async function listFailedJobs(db: Db): Promise<{ total: number; jobs: FailedJob[] }> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    at: string;
    error: string | null;
    total: string;
  }>(sql`
    select id::text, name, coalesce(completed_on, created_on) as at,
      output ->> 'message' as error, count(*) over () as total
    from pgboss.job where state = 'failed'
    order by completed_on desc nulls last, id
    limit ${maxListed}
  `);
  return {
    total: Number(rows[0]?.total ?? 0),
    jobs: rows.map(({ id, name, at, error }) => ({
      _id: id,
      name,
      at: new Date(at).toISOString(),
      error,
    })),
  };
}

/**
 * Runs a failed job once more. Handlers are idempotent, so repeating one does no harm.
 * @throws AppError `not_found` if the job is gone, or was retried in the meantime.
 */
export async function retryFailedJob(
  { db, jobs }: Context,
  staff: StaffMember,
  jobId: string,
): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<{ name: string }>(
      // Locked, so that of two retries at once, the second finds no failed job.
      sql`select name from pgboss.job where id::text = ${jobId} and state = 'failed' for update`,
    );
    const name = rows[0]?.name;
    if (name === undefined) throw new AppError("not_found", t("server.error.noJob"));
    await jobs.retry(tx, name, jobId);
    await recordStaffAction(tx, staff, {
      kind: "retry-job",
      subjectKind: "job",
      subjectId: jobId,
      reason: "",
      details: { job: name },
    });
  });
}
