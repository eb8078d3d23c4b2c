/** Letters for API tests. */
import { and, eq } from "drizzle-orm";
import type { LetterKind } from "#lib/letters/letters.rules.ts";
import type { LetterInput } from "#lib/letters/letters.ts";
import { letterDeliveries } from "#server/db/tables/letters.table.ts";
import { newsletterSubscribers } from "#server/db/tables/newsletter.table.ts";
import { unsubscribeHashOf } from "#server/newsletter/unsubscribe-token.ts";
import type { TestApp } from "../../support/app.ts";
import type { StaffPerson } from "../../support/staff.ts";

const empty = { subject: "", preheader: "", body: "" };
export const noTexts = { en: empty, ar: empty, ur: empty, fr: empty, es: empty };
export const english = { subject: "News", preheader: "Short", body: "Hello **all**." };

/** Adds a subscriber who has confirmed. */
export async function addSubscriber(
  { context }: TestApp,
  email: string,
  language: "en" | "ar" | "fr" = "en",
): Promise<void> {
  const now = new Date();
  await context.db.insert(newsletterSubscribers).values({
    email,
    language,
    leaveHash: unsubscribeHashOf(context.config, email),
    requestedAt: now,
    confirmedAt: now,
  });
}

export const callLetters = (
  app: TestApp,
  { token }: Pick<StaffPerson, "token">,
  method: string,
  path: string,
  body?: object,
) => app.call(method, `/api/staff/letters${path}`, { token, ...(body && { body }) });

/** Creates a draft with an English text. @returns its ID. */
export async function addDraft(
  app: TestApp,
  staff: StaffPerson,
  kind: LetterKind,
  changes: Partial<LetterInput> = {},
): Promise<string> {
  const created = await callLetters(app, staff, "POST", "", { kind });
  const { _id, audience, revision } = created.body.data;
  const saved = await callLetters(app, staff, "PUT", `/${_id}`, {
    audience,
    language: null,
    activeDays: null,
    ratePerHour: 5_000,
    texts: { ...noTexts, en: english },
    revision,
    ...changes,
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return _id;
}

/** Starts sending a draft to as many addresses as it has. The emails aren't sent yet. */
export async function startLetter(app: TestApp, owner: StaffPerson, id: string): Promise<void> {
  const { body } = await callLetters(app, owner, "GET", `/${id}`);
  const { revision, recipients } = body.data;
  const sent = await callLetters(app, owner, "POST", `/${id}/send`, { revision, recipients });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
}

/** The addresses of a letter with their status and reason. */
export async function readDeliveries({ context }: TestApp, letterId: string) {
  const rows = await context.db
    .select()
    .from(letterDeliveries)
    .where(eq(letterDeliveries.letterId, letterId));
  return new Map(rows.map(({ address, status, reason }) => [address, reason ?? status]));
}

export const readDelivery = async ({ context }: TestApp, letterId: string, address: string) => {
  const [row] = await context.db
    .select()
    .from(letterDeliveries)
    .where(and(eq(letterDeliveries.letterId, letterId), eq(letterDeliveries.address, address)));
  if (!row) throw new Error(`${address} has no row`);
  return row;
};
