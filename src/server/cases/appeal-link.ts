/** Links for appealing a decision, once, without logging in. */
import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { appealDays, appealPath, isAppealable } from "#lib/cases/cases.rules.ts";
import { pageUrl } from "../config/page-url.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { cases } from "../db/tables/cases.table.ts";
import { type LinkKind, openLink, signLink } from "../signed-links.ts";
import type { CaseRow } from "./open-case.ts";

/** Bound to the time of the decision. */
const appealLink: LinkKind = { purpose: "case-appeal" };

const dayMs = 24 * 60 * 60 * 1000;

export const appealEnd = (decidedAt: Date): Date =>
  new Date(decidedAt.getTime() + appealDays * dayMs);

/** Creates the link in the current language. */
export async function createAppealUrl(
  { config }: Pick<Context, "config">,
  caseId: string,
  decidedAt: Date,
): Promise<{ url: string; until: Date }> {
  const token = await signLink(config, appealLink, caseId, String(decidedAt.getTime()));
  const url = pageUrl(config, `${appealPath}?${new URLSearchParams({ token })}`);
  return { url, until: appealEnd(decidedAt) };
}

export type AppealableCase = CaseRow & {
  decidedAt: Date;
  decision: NonNullable<CaseRow["decision"]>;
};

type OpenedCase = AppealableCase & { state: string };

/**
 * The decided case of a link. Undefined if the decision was appealed, the appeal period has ended
 * or the token isn't valid.
 */
export function openAppealLink(
  { config }: Pick<Context, "config">,
  db: Db,
  token: string,
): Promise<OpenedCase | undefined> {
  return openLink(config, appealLink, token, (id) => findAppealable(db, id));
}

/**
 * Like `openAppealLink`, but locks the case until the transaction ends. Checks the signature first,
 * because otherwise anyone could lock a case with a forged token and keep staff from working on it.
 */
export async function lockAppealedCase(
  context: Pick<Context, "config">,
  tx: Db,
  token: string,
): Promise<AppealableCase | undefined> {
  const opened = await openAppealLink(context, tx, token);
  if (!opened) return undefined;
  const locked = await findAppealable(tx, opened.id, { lock: true });
  return locked?.state === opened.state ? locked : undefined;
}

async function findAppealable(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<OpenedCase | undefined> {
  const query = db
    .select()
    .from(cases)
    .where(
      and(
        eq(cases.id, id),
        eq(cases.status, "decided"),
        isNull(cases.appealedAt),
        isNotNull(cases.decision),
        gt(cases.decidedAt, new Date(Date.now() - appealDays * dayMs)),
      ),
    );
  const [row] = lock ? await query.for("update") : await query;
  const { decidedAt, decision } = row ?? {};
  if (!row || !decidedAt || !decision || !isAppealable(decision)) return undefined;
  return { ...row, decidedAt, decision, state: String(decidedAt.getTime()) };
}
