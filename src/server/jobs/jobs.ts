/** Background jobs: email, expiry of holds, reconciliation, refunds. */
import { sql } from "drizzle-orm";
import { type Clock, fromDrizzle, PgBoss, systemClock } from "pg-boss";
import type { Logger } from "pino";
import type { Db } from "../db/connection.ts";
import { recordError } from "../monitoring/error-record.ts";
import { jobFailures } from "../monitoring/metrics.ts";
import { findQueueError } from "./queue-error.ts";

export interface JobOptions {
  /** Not before this instant. */
  startAfter?: Date;
  /** Jobs with the highest priority run first. Default 0. */
  priority?: number;
}

/** What a kind of job does. It may run more than once for the same data: handlers are idempotent. */
export interface JobDefinition<Data extends object = object> {
  name: string;
  /** Tries after the first; the pauses grow up to `retryDelayMax` seconds. */
  retryLimit: number;
  retryDelayMax?: number;
  /** How many of this kind run at once in one process. */
  concurrency?: number;
  /** A crontab line for recurring jobs, e.g. `* * * * *`. */
  cron?: string;
  /** `id` is the job's own and stays the same on every try. */
  handle(data: Data, id: string): Promise<void>;
}

/**
 * Defines a kind of job. The data comes from our own `send`, so its type is taken as given here,
 * in one place.
 */
export function defineJob<Data extends object>(job: JobDefinition<Data>): JobDefinition {
  return { ...job, handle: (data, id) => job.handle(data as Data, id) };
}

export interface JobQueue {
  /** Adds a job within a transaction: it exists exactly if the transaction commits. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>;
  /** The same for any number of jobs of one kind, with one statement. */
  sendMany(db: Db, name: string, list: readonly object[], options?: JobOptions): Promise<void>;
  /** Makes the queues of these kinds of job known; needed once before `send`. */
  prepare(definitions: readonly JobDefinition[]): Promise<void>;
  /** Processes queued jobs in the background until `stop`. */
  work(): Promise<void>;
  /** Works on everything that is due, now, and returns when nothing is left (tests, tools). */
  drain(): Promise<void>;
  /** Waits at most `timeoutMs` for running jobs to finish. */
  stop(timeoutMs?: number): Promise<void>;
}

/** Not affected by changes of the machine's clock, so that no timer waits for a time that moved away. */
const steadyClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};

/** The queue on pg-boss, in the application's own database. */
export async function createJobQueue(url: string, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: "halaqa-jobs",
    clock: steadyClock,
    // Work of every minute starts at most this late.
    cronMonitorIntervalSeconds: 5,
    // How soon the jobs of a process that was killed are noticed, once their heartbeat is overdue.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on("error", (error) =>
    log.error({ err: findQueueError(error) }, "The job queue could not reach its tables; retrying"),
  );
  await boss.start();
  const definitions = new Map<string, JobDefinition>();

  const handle = async (job: JobDefinition, data: object | null, id: string): Promise<void> => {
    try {
      // Recurring jobs have no data.
      await job.handle(data ?? {}, id);
    } catch (error) {
      jobFailures.inc({ job: job.name });
      log.warn({ err: error, job: job.name, jobId: id }, "A job failed and will be retried");
      // The queue stores the error, and that may hold a person's data.
      const { type, message } = recordError(error);
      throw new Error(message ? `${type}: ${message}` : type);
    }
  };

  /** The names of jobs that wait for their turn or for their time: one statement for all of them. */
  const findWaiting = async (): Promise<Set<string>> => {
    const { rows } = await boss
      .getDb()
      .executeSql("select distinct name from pgboss.job where state in ('created', 'retry')");
    return new Set(rows.map(({ name }) => name));
  };

  return {
    async send(db, name, data, options = {}) {
      await boss.send(name, data, { ...options, db: fromDrizzle(db, sql) });
    },
    async sendMany(db, name, list, options = {}) {
      if (list.length === 0) return;
      const jobs = list.map((data) => ({ ...options, data }));
      await boss.insert(name, jobs, { db: fromDrizzle(db, sql) });
    },
    async prepare(list) {
      for (const job of list) {
        definitions.set(job.name, job);
        await boss.createQueue(job.name, {
          retryLimit: job.retryLimit,
          retryDelay: 1,
          retryBackoff: true,
          retryDelayMax: job.retryDelayMax ?? 30,
          expireInSeconds: 120,
          heartbeatSeconds: 10,
        });
      }
    },
    async work() {
      for (const job of definitions.values()) {
        if (job.cron) await boss.schedule(job.name, job.cron);
        const options = { pollingIntervalSeconds: 0.5, localConcurrency: job.concurrency ?? 1 };
        await boss.work<object>(job.name, options, async ([next]) => {
          if (next) await handle(job, next.data, next.id);
        });
      }
    },
    async drain() {
      for (let worked = true; worked; ) {
        worked = false;
        const waiting = await findWaiting();
        for (const job of definitions.values()) {
          if (!waiting.has(job.name)) continue;
          for (const next of (await boss.fetch<object>(job.name, { batchSize: 50 })) ?? []) {
            worked = true;
            await handle(job, next.data, next.id).then(
              () => boss.complete(job.name, next.id),
              (error: unknown) => boss.fail(job.name, next.id, { message: String(error) }),
            );
          }
        }
      }
    },
    async stop(timeoutMs = 3_000) {
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}
