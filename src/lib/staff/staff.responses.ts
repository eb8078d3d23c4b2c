/** The answers of the console's own calls. */
import * as z from "zod/mini";
import { staffRoles } from "./staff.rules.ts";
import { staffActionKinds, staffSubjectKinds } from "./staff-actions.ts";

export const staffSignInSchema = z.object({
  name: z.string(),
  role: z.enum(staffRoles),
  /** Whether the session needs a first second factor, a second factor, or nothing. */
  state: z.enum(["enroll", "verify", "ready"]),
  hasAuthenticator: z.boolean(),
  hasPasskey: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Empty until the session has the second factor. */
  passkeys: z.array(
    z.object({
      _id: z.string(),
      /** The browser in which it was added. */
      device: z.string(),
      addedAt: z.string(),
      usedAt: z.nullable(z.string()),
    }),
  ),
});
export type StaffSignIn = z.output<typeof staffSignInSchema>;

export const newAuthenticatorSchema = z.object({
  /** For apps that can't read the QR code. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code as an SVG path, and the width of its view box. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type NewAuthenticator = z.output<typeof newAuthenticatorSchema>;

export const recoveryCodesSchema = z.object({
  /** Null if the person had codes already. */
  recoveryCodes: z.nullable(z.array(z.string())),
});
export type RecoveryCodes = z.output<typeof recoveryCodesSchema>;

/** Options for the browser's passkey functions. Their format is that of WebAuthn. */
export const passkeyOptionsSchema = z.object({ options: z.record(z.string(), z.unknown()) });
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>;

/** One page of a table of the console. */
export const staffTableSchema = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), page: z.int(), pages: z.int() });

export interface StaffTableData<Row> {
  rows: Row[];
  total: number;
  page: number;
  pages: number;
}

export const staffLogEntrySchema = z.object({
  _id: z.string(),
  kind: z.enum(staffActionKinds),
  subjectKind: z.nullable(z.enum(staffSubjectKinds)),
  subjectId: z.string(),
  /** The name of the person, or the title of the course or case. Null for other subjects. */
  subjectName: z.nullable(z.string()),
  reason: z.string(),
  /** The name of the member of staff, or of the operating system account of a command. */
  by: z.string(),
  isCommand: z.boolean(),
  details: z.nullable(z.record(z.string(), z.unknown())),
  at: z.string(),
});
export type StaffLogEntry = z.output<typeof staffLogEntrySchema>;

export const staffLogSchema = staffTableSchema(staffLogEntrySchema);

/** A view that has started: the first of its pages, and when it ends. */
export const startedViewSchema = z.object({ path: z.string(), expiresAt: z.string() });
export type StartedView = z.output<typeof startedViewSchema>;

const failedJobSchema = z.object({
  _id: z.string(),
  /** The kind of job. */
  name: z.string(),
  at: z.string(),
  error: z.nullable(z.string()),
});
export type FailedJob = z.output<typeof failedJobSchema>;

/** Payment accounts in countries in which the platform may no longer pay anyone. */
const sanctionedAccountsSchema = z.object({
  total: z.int(),
  /** Those of teachers who can still sell come first. */
  accounts: z.array(
    z.object({
      _id: z.string(),
      teacherId: z.string(),
      teacher: z.string(),
      /** ISO 3166-1 alpha-2. */
      country: z.string(),
      /** The account at Stripe. Null if the platform pays the teacher itself. */
      providerAccountId: z.nullable(z.string()),
      suspendedUntil: z.nullable(z.string()),
    }),
  ),
});
export type SanctionedAccounts = z.output<typeof sanctionedAccountsSchema>;

/** What requires staff to act. The parts are null for other roles. */
export const staffTodaySchema = z.object({
  /** Those of the member of staff. */
  recoveryCodesLeft: z.int(),
  /** For every role: moderators suspend the teachers, and bookkeepers don't pay them. */
  sanctioned: sanctionedAccountsSchema,
  people: z.nullable(
    z.object({
      /** Cases that wait for a decision, and those of them that are urgent. */
      pendingCases: z.int(),
      urgentCases: z.int(),
      newPeople: z.int(),
      suspended: z.int(),
      hiddenCourses: z.int(),
      /** Teachers who wait for a review. */
      submittedTeachers: z.int(),
      unverifiedTeachers: z.int(),
    }),
  ),
  money: z.nullable(
    z.object({
      disputes: z.array(
        z.object({
          _id: z.string(),
          paymentId: z.string(),
          amountCents: z.int(),
          dueBy: z.nullable(z.string()),
          course: z.string(),
          teacherId: z.string(),
          teacher: z.string(),
        }),
      ),
      /** Payments for the plan, to which nobody but staff can respond. */
      planDisputes: z.array(
        z.object({
          _id: z.string(),
          userId: z.string(),
          person: z.string(),
          amountCents: z.int(),
          dueBy: z.nullable(z.string()),
        }),
      ),
      findings: z.array(
        z.object({
          _id: z.string(),
          kind: z.string(),
          subjectId: z.string(),
          details: z.string(),
          at: z.string(),
        }),
      ),
      /** Payouts to teachers' banks that failed in the last month. */
      failedPayouts: z.array(
        z.object({
          _id: z.string(),
          /** In the smallest unit of the payout's currency, which is that of the teacher's bank. */
          amountCents: z.int(),
          currency: z.string(),
          failure: z.nullable(z.string()),
          teacherId: z.nullable(z.string()),
          teacher: z.nullable(z.string()),
          at: z.string(),
        }),
      ),
      /** Payments whose teacher's share could not be recovered in the last month. */
      lostShares: z.array(
        z.object({
          paymentId: z.string(),
          amountCents: z.int(),
          course: z.string(),
          teacher: z.string(),
          at: z.string(),
        }),
      ),
      failedJobs: z.object({
        total: z.int(),
        /** The latest ones. */
        jobs: z.array(failedJobSchema),
        mayRetry: z.boolean(),
      }),
    }),
  ),
});
export type StaffToday = z.output<typeof staffTodaySchema>;
