/** Adds the newsletter's subscribers, letters in every state, and addresses that get none. */
import { eq } from "drizzle-orm";
import { languages } from "#lib/languages.ts";
import type { LetterInput } from "#lib/letters/letters.ts";
import { users } from "../db/tables/accounts.table.ts";
import { letterDeliveries, letters } from "../db/tables/letters.table.ts";
import { mailSuppressions } from "../db/tables/mail-suppressions.table.ts";
import { newsletterSubscribers } from "../db/tables/newsletter.table.ts";
import { storeLetterTexts } from "../letters/letter-texts.ts";
import { unsubscribeHashOf } from "../newsletter/unsubscribe-token.ts";
import {
  type DemoLetter,
  demoLetters,
  demoSubscribers,
  demoSuppressions,
} from "./data/letters.data.ts";
import { before, type DemoRun, day } from "./demo-run.ts";
import { demoEmail } from "./demo-shapes.ts";

const addressOf = (name: string): string => `${name}@example.org`;

export async function addLetters(run: DemoRun): Promise<void> {
  const { db, config } = run.context;
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoEmail("staff")));
  if (!author) throw new Error("The demo has no staff.");
  const subscribedAt = before(run, 200 * day);
  const isGone = (name: string) =>
    demoLetters.some(({ exceptions }) => exceptions?.[name] === "unsubscribed");
  const subscribers = demoSubscribers
    .filter(([name]) => !isGone(name))
    .map(([name, language]) => ({
      email: addressOf(name),
      language,
      leaveHash: unsubscribeHashOf(config, addressOf(name)),
      requestedAt: subscribedAt,
      confirmedAt: subscribedAt,
    }));
  const suppressions = demoSuppressions.map(({ name, daysAgo, ...entry }) => ({
    ...entry,
    email: addressOf(name),
    createdAt: before(run, daysAgo * day),
  }));
  await db.insert(newsletterSubscribers).values(subscribers).onConflictDoNothing();
  await db.insert(mailSuppressions).values(suppressions).onConflictDoNothing();
  // An interrupted run has added all letters or none.
  await db.transaction(async (tx) => {
    if ((await tx.$count(letters)) > 0) return;
    for (const letter of demoLetters) {
      const { kind, status, audience, counts, pausedBecause = null } = letter;
      const { startedDaysAgo, createdDaysAgo } = letter;
      const startedAt = startedDaysAgo === undefined ? null : before(run, startedDaysAgo * day);
      const [row] = await tx
        .insert(letters)
        .values({
          kind,
          status,
          audience,
          pausedBecause,
          createdBy: author.id,
          createdAt: before(run, createdDaysAgo * day),
          startedAt,
          finishedAt: status === "sent" ? startedAt : null,
          sentCount: counts?.sent ?? null,
          skippedCount: counts?.skipped ?? null,
          failedCount: counts?.failed ?? null,
        })
        .returning({ id: letters.id });
      if (!row) throw new Error("The demo's letter was not stored.");
      await storeLetterTexts(tx, row.id, completeTexts(letter));
      if (!startedAt || counts) continue;
      await tx.insert(letterDeliveries).values(
        demoSubscribers.map(([name, language], position) => ({
          letterId: row.id,
          address: addressOf(name),
          recipient: "subscriber" as const,
          language,
          ...deliveryOf(letter, { name, position }, startedAt),
        })),
      );
    }
  });
}

function deliveryOf(
  { exceptions = {}, deliveredTo = demoSubscribers.length }: DemoLetter,
  { name, position }: { name: string; position: number },
  claimedAt: Date,
) {
  if (position >= deliveredTo) return { status: "waiting" } as const;
  const reason = exceptions[name];
  if (reason === undefined) return { status: "sent", claimedAt } as const;
  const isSkipped = reason === "unsubscribed" || reason === "suppressed";
  return { status: isSkipped ? "skipped" : "failed", reason } as const;
}

/** The texts of all languages, most of them empty. */
function completeTexts({ texts }: DemoLetter) {
  const empty = { subject: "", preheader: "", body: "" };
  return Object.fromEntries(
    languages.map((language) => [language, texts[language] ?? empty]),
  ) as LetterInput["texts"];
}
