/** What the platform owes to teachers whom Stripe can't pay, mounted under /api/staff/payouts. */
import type { Hono } from "hono";
import { toCents, toDollars } from "#lib/payments/money.ts";
import {
  type OwedShareRow,
  owedShareSchema,
  owedSharesSchema,
  sharePayoutsSchema,
} from "#lib/payments/owed-shares.responses.ts";
import {
  type OwedSharesQuery,
  owedSharesQuery,
  sharePayoutInput,
  voidedPayoutInput,
} from "#lib/payments/owed-shares.ts";
import { isSanctioned } from "#lib/payments/sanctioned-countries.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../../context.ts";
import { transact } from "../../db/transact.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { recordStaffAction } from "../../staff/audit.ts";
import { requireNotOneself } from "../../staff/own-affairs.ts";
import { staffExport } from "../../staff/staff-export.ts";
import { createStaffApp, staffRoute } from "../../staff/staff-route.ts";
import { sliceTablePage } from "../../staff/staff-table.ts";
import {
  listOwedShares,
  listSharePayouts,
  type OwedShare,
  recordSharePayout,
  voidSharePayout,
} from "./owed-shares.ts";

const t = getTexts("payouts");

const roles = ["bookkeeper"] as const;

export function owedSharesRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/payouts");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles,
    summary: "What the platform owes to teachers whom Stripe can't pay, one page",
    query: owedSharesQuery,
    data: owedSharesSchema,
    handle: async ({ query }) => sliceTablePage(await findRows(context, query), query.page),
  });
  staffExport(app, {
    kind: "export-payouts",
    roles,
    summary: "What the platform owes to teachers, as a CSV file",
    query: owedSharesQuery,
    read: ({ context, query }) => findRows(context, query),
    title: (column) => t(column),
    columns: {
      teacher: ({ name }) => name,
      email: ({ email }) => email,
      country: ({ country }) => (country === null ? "" : nameCountry(country)),
      id: ({ _id }) => _id,
      share: ({ share }) => share,
      paid: ({ paid }) => paid,
      owed: ({ owed }) => owed,
      sanctioned: (row) => row.isSanctioned,
      suspendedUntil: ({ suspension }) => suspension?.until ?? "",
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:teacherId/paid",
    roles,
    summary: "Record that a share was paid to a teacher outside of Stripe",
    body: sharePayoutInput,
    data: owedShareSchema,
    refusals: {
      409: "Less is owed, the teacher is suspended and the payout wasn't confirmed, or sanctions prohibit it",
    },
    handle: ({ staff, param, body: { amount, ...payout } }) =>
      transact(context.db, async (tx) => {
        const teacherId = param("teacherId");
        const amountCents = toCents(amount);
        const owed = await recordSharePayout(context, tx, { teacherId, amountCents, ...payout });
        const suspendedUntil = owed.suspension?.until.toISOString();
        await requireNotOneself(tx, staff, [owed.userId], roles);
        await recordStaffAction(tx, staff, {
          kind: "record-payout",
          subjectKind: "person",
          subjectId: owed.userId,
          reason: payout.reference,
          details: {
            amountCents,
            owedCents: owed.owedCents,
            ...(suspendedUntil !== undefined && { suspendedUntil }),
          },
        });
        return toRow(context.config, owed);
      }),
  });
  staffRoute(app, {
    method: "get",
    path: "/:teacherId/paid",
    roles,
    summary: "The latest payouts to a teacher outside of Stripe, without voided ones",
    data: sharePayoutsSchema,
    handle: async ({ param }) => {
      const payouts = await listSharePayouts(context.db, param("teacherId"));
      return {
        payouts: payouts.map(({ id, amountCents, reference, createdAt }) => ({
          _id: id,
          amount: toDollars(amountCents),
          reference,
          at: createdAt.toISOString(),
        })),
      };
    },
  });
  staffRoute(app, {
    method: "post",
    path: "/:teacherId/voided",
    roles,
    summary: "Void a payout that was recorded by mistake or that the bank returned",
    body: voidedPayoutInput,
    data: owedShareSchema,
    refusals: { 404: "Not staff, or no such payout", 409: "It is voided already" },
    handle: ({ staff, param, body: { payoutId, reason } }) =>
      transact(context.db, async (tx) => {
        const { owed, payout } = await voidSharePayout(tx, param("teacherId"), payoutId);
        await requireNotOneself(tx, staff, [owed.userId], roles);
        const { amountCents, reference } = payout;
        await recordStaffAction(tx, staff, {
          kind: "void-payout",
          subjectKind: "person",
          subjectId: owed.userId,
          reason,
          details: { amountCents, reference, owedCents: owed.owedCents },
        });
        return toRow(context.config, owed);
      }),
  });
  return app.routes;
}

/** The teachers whose name contains the search. There are few, so they are sorted here. */
async function findRows({ db, config }: Context, { search = "", sort }: OwedSharesQuery) {
  const wanted = search.toLocaleLowerCase();
  const rows = (await listOwedShares(db))
    .map((owed) => toRow(config, owed))
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  if (sort === "owed") return rows.toSorted((one, other) => one.owed - other.owed);
  return sort === "-owed" ? rows.toSorted((one, other) => other.owed - one.owed) : rows;
}

const toRow = ({ stripe }: Context["config"], owed: OwedShare): OwedShareRow => ({
  _id: owed.teacherId,
  userId: owed.userId,
  name: owed.name,
  email: owed.email,
  country: owed.country,
  isSanctioned: owed.country !== null && isSanctioned(stripe.country, owed.country),
  suspension: owed.suspension && {
    since: owed.suspension.since.toISOString(),
    until: owed.suspension.until.toISOString(),
  },
  share: toDollars(owed.shareCents),
  paid: toDollars(owed.paidCents),
  owed: toDollars(owed.owedCents),
});
