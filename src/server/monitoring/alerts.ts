/**
 * Alerts: log lines that require someone to act (`error` and `fatal`) also go to people on call, by
 * email and to a webhook. They don't use the database or the job queue, because these may be what
 * is broken.
 */
import { html } from "hono/html";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";

/** The part of the mailer that alerts need. */
interface AlertMailer {
  send(message: { to: string; subject: string; text: string; html: string }): Promise<void>;
}

interface AlertOptions {
  /** The addresses that receive every alert, and a webhook of a chat service. */
  settings: Config["alerts"];
  mailer: AlertMailer;
  /** Failures to send an alert are logged as warnings, which send no alert. */
  log: Pick<Logger, "warn">;
  /** Names the site and the machine in every alert. */
  origin: { appUrl: string; host: string };
  timings?: Partial<typeof defaultTimings>;
}

/** In milliseconds. */
const defaultTimings = {
  /** How long an alert waits for others to send with it. */
  gatherMs: 10_000,
  /** For how long a repeated line is only counted. Its count is sent afterward. */
  quietMs: 60 * 60_000,
  /** The delays before further attempts to send an alert, one for each attempt. */
  retryMs: [5_000, 60_000],
  timeoutMs: 10_000,
};

/** Bounds the memory and the length of an alert if every line is different. */
const maxKinds = 50;

interface Kind {
  line: AlertLine;
  /** How many lines haven't been sent yet. */
  unsent: number;
  /** When the line was last sent, in milliseconds since the epoch. */
  sentAt: number | undefined;
}

/** The parts of a log line that an alert shows. None of them contains secrets. */
interface AlertLine {
  level: string;
  time: string;
  msg: string;
  requestId?: string;
  err?: { type?: string; message?: string; code?: string };
}

export interface Alerts {
  /**
   * Takes a log line in the JSON form in which it was written. Lines of lower levels are ignored.
   */
  write(line: string): void;
  /** Sends what is waiting, and resolves when it was sent or could not be. */
  flush(): Promise<void>;
}

export function createAlerts(options: AlertOptions): Alerts {
  const timings = { ...defaultTimings, ...options.timings };
  const kinds = new Map<string, Kind>();
  let others = 0;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  let plannedFor = 0;
  let sending: Promise<unknown> = Promise.resolve();

  /** Sends after the delay, or earlier if that is planned already. */
  const plan = (delay: number) => {
    const at = Date.now() + delay;
    if (timer && plannedFor <= at) return;
    clearTimeout(timer);
    timer = setTimeout(send, delay).unref();
    plannedFor = at;
  };

  /** Kinds that may be sent now: new ones, and repeated ones whose quiet time has passed. */
  const takeDue = (isLast: boolean): Kind[] => {
    const now = Date.now();
    const due: Kind[] = [];
    for (const [key, kind] of kinds) {
      const isQuiet = kind.sentAt !== undefined && now < kind.sentAt + timings.quietMs;
      if (isQuiet && !isLast) continue;
      if (kind.unsent === 0) kinds.delete(key);
      else due.push(kind);
    }
    return due;
  };

  function send(isLast = false): void {
    clearTimeout(timer);
    timer = undefined;
    const due = takeDue(isLast);
    if (due.length > 0 || others > 0) {
      const message = composeMessage(due, others, options.origin);
      others = 0;
      for (const kind of due) {
        kind.unsent = 0;
        kind.sentAt = Date.now();
      }
      sending = Promise.allSettled([sending, deliver(message, options, timings, isLast)]);
    }
    if (kinds.size > 0 && !isLast) plan(timings.quietMs);
  }

  return {
    write(text) {
      const line = readLine(text);
      if (!line) return;
      const key = [line.msg, line.err?.type, line.err?.code].join("|");
      const kind = kinds.get(key) ?? { line, unsent: 0, sentAt: undefined };
      if (!kinds.has(key) && kinds.size >= maxKinds) {
        others += 1;
        // The known kinds are sent before these, so that an endless series of new kinds doesn't
        // cause an alert every ten seconds.
        return plan(timings.quietMs);
      }
      kinds.set(key, kind);
      kind.unsent += 1;
      // A new kind doesn't wait for the quiet time of another one, and a line that is repeated all
      // the time doesn't restart the wait.
      plan(kind.sentAt === undefined ? timings.gatherMs : timings.quietMs);
    },
    async flush() {
      send(true);
      await sending;
    },
  };
}

function readLine(text: string): AlertLine | undefined {
  // Most lines are of lower levels, and parsing each of them would cost time.
  if (!/"level":"(error|fatal)"/.test(text)) return undefined;
  const line: AlertLine = JSON.parse(text);
  return line.level === "error" || line.level === "fatal" ? line : undefined;
}

interface AlertMessage {
  subject: string;
  text: string;
}

function composeMessage(
  kinds: Kind[],
  others: number,
  { appUrl, host }: AlertOptions["origin"],
): AlertMessage {
  const total = kinds.reduce((sum, { unsent }) => sum + unsent, others);
  const [first] = kinds;
  const { hostname } = new URL(appUrl);
  const count = total > 1 ? ` (${total} lines)` : "";
  const more = others > 0 ? `\n\n${others} more lines of other kinds. The log has them all.` : "";
  return {
    subject: `${hostname}: ${first?.line.msg ?? "Many different errors"}${count}`,
    text: `${kinds.map(describeKind).join("\n\n")}${more}\n\nServer: ${host}, ${appUrl}\nWhat the lines mean: docs/operations.md`,
  };
}

function describeKind({ line, unsent }: Kind): string {
  const { level, time, msg, err, requestId } = line;
  const times = unsent > 1 ? `, ${unsent} times` : "";
  const error = err && [err.type, err.code, err.message].filter(Boolean).join(": ");
  return [
    `${level}: ${msg}${times}`,
    `First at ${time}`,
    ...(error ? [error] : []),
    ...(requestId ? [`Request ${requestId}`] : []),
  ].join("\n");
}

/** Sends to every receiver, each with its own retries. The last message of a process has none. */
async function deliver(
  message: AlertMessage,
  { settings, mailer, log }: AlertOptions,
  { retryMs, timeoutMs }: typeof defaultTimings,
  isLast: boolean,
): Promise<void> {
  const receivers = [
    ...settings.emails.map((to) => ["email", () => mailAlert(mailer, to, message)] as const),
    ...(settings.webhookUrl
      ? [["webhook", () => postAlert(settings.webhookUrl ?? "", message, timeoutMs)] as const]
      : []),
  ];
  await Promise.all(
    receivers.map(async ([receiver, attempt]) => {
      for (const delay of [...(isLast ? [] : retryMs), undefined]) {
        try {
          return await attempt();
        } catch (error) {
          log.warn({ err: error, receiver }, "An alert could not be sent");
        }
        if (delay === undefined) return;
        await new Promise((resolve) => setTimeout(resolve, delay).unref());
      }
    }),
  );
}

async function mailAlert(mailer: AlertMailer, to: string, { subject, text }: AlertMessage) {
  await mailer.send({ to, subject, text, html: String(await html`<pre>${text}</pre>`) });
}

export async function postAlert(url: string, { subject, text }: AlertMessage, timeoutMs: number) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // Slack, Mattermost and Google Chat display `text`, Discord displays `content`.
    body: JSON.stringify({
      text: `${subject}\n${text}`,
      content: `${subject}\n${text}`.slice(0, 2_000),
    }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The webhook answered with status ${response.status}`);
}
