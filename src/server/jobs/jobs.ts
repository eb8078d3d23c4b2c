/** Background jobs: email, expiry of holds, reconciliation, refunds. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Clock, fromDrizzle, PgBoss, systemClock } from "pg-boss";
import type { Logger } from "pino";
import type { Db } from "../db/connection.ts";
import { recordError } from "../monitoring/error-record.ts";
import { jobFailures } from "../monitoring/metrics.ts";
import { findQueueError } from "./queue-error.ts";

export interface JobOptions {
  /** The earliest time at which the job runs. */
  startAfter?: Date;
  /** Jobs with the highest priority run first. Default: 0. */
  priority?: number;
}

/**
 * A kind of job. Handlers must be idempotent, because a job may run more than once with the same
 * data.
 */
export interface JobDefinition<Data extends object = object> {
  name: string;
  /** The number of retries. The delay between them grows up to `retryDelayMax` seconds. */
  retryLimit: number;
  retryDelayMax?: number;
  /** How many jobs of this kind run concurrently in one process. */
  concurrency?: number;
  /** A cron expression for recurring jobs, such as `* * * * *`. */
  cron?: string;
  /** `id` is the job's ID, which is the same for every attempt. */
  handle(data: Data, id: string): Promise<void>;
}

/**
 * Defines a kind of job. The type of the data is asserted only here, because the data comes from
 * our own `send`.
 */
export function defineJob<Data extends object>(job: JobDefinition<Data>): JobDefinition {
  return { ...job, handle: (data, id) => job.handle(data as Data, id) };
}

export interface JobQueue {
  /** Queues a job in a transaction, so that it exists only if the transaction commits. */
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>;
  /** Queues any number of jobs of one kind with a single statement. */
  sendMany(db: Db, name: string, list: readonly object[], options?: JobOptions): Promise<void>;
  /** Whether a job of this kind waits and could run now. */
  hasDue(name: string): Promise<boolean>;
  /** Lets a failed job run once more. Has no effect on other jobs. */
  retry(db: Db, name: string, id: string): Promise<void>;
  /** Creates the queues for these kinds of jobs. Call once before `send`. */
  prepare(definitions: readonly JobDefinition[]): Promise<void>;
  /** Processes queued jobs in the background until `stop`. */
  work(): Promise<void>;
  /** Runs all jobs that are due now, and resolves when none is left (for tests and tools). */
  drain(): Promise<void>;
  /** Waits at most `timeoutMs` for running jobs to finish. */
  stop(timeoutMs?: number): Promise<void>;
}

/**
 * A clock that ignores changes to the system time, so that timers still end after the planned
 * duration.
 */
const steadyClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};

/** How often the queue looks for jobs that are due, in milliseconds. */
const lookEveryMs = 500;

/**
 * How often a worker looks for jobs of its kind even if none was announced, in seconds. The
 * interval is long, because otherwise every kind of job costs several statements per second in an
 * idle server.
 */
const backstopSeconds = 60;

/**
 * Names the kinds of jobs that a worker could fetch now. The condition is the same as in pg-boss's
 * fetch.
 */
const dueKinds = `
  select kind from unnest($1::text[]) as kind, (select pgboss.job_now() as now) as clock
  where exists (
    select from pgboss.job
    where name = kind and state < 'active' and not blocked and start_after <= clock.now
  )`;

/** Creates the queue with pg-boss, in the application's own database. */
export async function createJobQueue(url: string, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: "halaqa-jobs",
    clock: steadyClock,
    // The maximum delay of jobs that run every minute.
    cronMonitorIntervalSeconds: 5,
    // How soon the queue notices the jobs of a killed process after their heartbeat is overdue.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  let isStopped = false;
  const report = (error: unknown) => {
    // Its connections may still be closing when the database stops.
    if (isStopped) return;
    log.error({ err: findQueueError(error) }, "The job queue could not reach its tables; retrying");
  };
  boss.on("error", report);
  await boss.start();
  const definitions = new Map<string, JobDefinition>();

  const handle = async (job: JobDefinition, data: object | null, id: string): Promise<void> => {
    try {
      // Recurring jobs have no data.
      await job.handle(data ?? {}, id);
    } catch (error) {
      jobFailures.inc({ job: job.name });
      log.warn({ err: error, job: job.name, jobId: id }, "A job failed and will be retried");
      // The queue stores the error, so it must not contain personal data.
      const { type, message } = recordError(error);
      throw new Error(message ? `${type}: ${message}` : type);
    }
  };

  /** The kinds of jobs that are queued or scheduled, in one query for all kinds. */
  const findWaiting = async (): Promise<Set<string>> => {
    const { rows } = await boss
      .getDb()
      .executeSql("select distinct name from pgboss.job where state in ('created', 'retry')");
    return new Set(rows.map(({ name }) => name));
  };

  const stopping = new AbortController();
  let announcing: Promise<void> = Promise.resolve();

  /** Wakes the workers of every kind with due jobs, until the queue stops. */
  const announce = async (workers: ReadonlyMap<string, readonly string[]>): Promise<void> => {
    const kinds = [...workers.keys()];
    while (!stopping.signal.aborted) {
      try {
        const { rows } = await boss.getDb().executeSql(dueKinds, [kinds]);
        for (const { kind } of rows) {
          for (const worker of workers.get(kind) ?? []) boss.notifyWorker(worker);
        }
      } catch (error) {
        report(error);
      }
      await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
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
    async hasDue(name) {
      const { rows } = await boss.getDb().executeSql(dueKinds, [[name]]);
      return rows.length > 0;
    },
    async retry(db, name, id) {
      await boss.retry(name, id, { db: fromDrizzle(db, sql) });
    },
    async prepare(list) {
      const known = await boss.getQueues(list.map(({ name }) => name));
      const names = new Set(known.map(({ name }) => name));
      for (const job of list) {
        definitions.set(job.name, job);
        // For an existing queue, pg-boss would change nothing, but it would run one statement for
        // each kind at every start.
        if (names.has(job.name)) continue;
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
      const workers = new Map<string, string[]>();
      for (const job of definitions.values()) {
        if (job.cron) await boss.schedule(job.name, job.cron);
        const ids: string[] = [];
        // pg-boss can start several workers with one call, but returns only the ID of the first.
        while (ids.length < (job.concurrency ?? 1)) {
          const options = { pollingIntervalSeconds: backstopSeconds };
          ids.push(
            await boss.work<object>(job.name, options, async ([next]) => {
              if (next) await handle(job, next.data, next.id);
            }),
          );
        }
        workers.set(job.name, ids);
      }
      announcing = announce(workers);
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
      stopping.abort();
      // A connection that is still in use when the pool ends keeps `boss.stop` waiting until the
      // database has closed it.
      await Promise.race([announcing, sleep(timeoutMs, undefined, { ref: false })]);
      await boss.stop({ graceful: true, timeout: timeoutMs });
      isStopped = true;
    },
  };
}
