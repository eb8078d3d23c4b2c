/** What a letter looks like: a preview as a page, and a test that staff send to themselves. */
import { eq } from "drizzle-orm";
import type { Language } from "#lib/languages.ts";
import type { PreviewQuery } from "#lib/letters/letters.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { letters } from "../db/tables/letters.table.ts";
import { sendMail } from "../mail/mail.jobs.ts";
import { showInTheme } from "../providers/mail/layout.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { requireComplete } from "./letter-status.ts";
import { readLetterTexts } from "./letter-texts.ts";
import { type Addressee, composeLetter, type LetterTexts, renderLetter } from "./letters.mails.ts";
import { type Letter, missingLetter, record } from "./letters.ts";

const t = getTexts("staffLetters");

interface Viewer {
  staff: StaffMember;
  actor: Actor;
}

/** The letter as a page, in one language and theme. @throws AppError `not_found`. */
export async function previewLetter(
  { db, config }: Context,
  viewer: Viewer,
  id: string,
  { language, theme }: PreviewQuery,
): Promise<string> {
  const { letter, texts } = await readLetter(db, id);
  const mail = await composeLetter(
    config,
    { ...letter, texts },
    toViewer(letter, viewer, language),
  );
  return showInTheme(renderLetter(mail).html, theme);
}

/**
 * Sends a letter to the member of staff, as a recipient with this language gets it.
 * @throws AppError `not_found`; `invalid_input` if a text is incomplete.
 */
export async function sendTestLetter(
  context: Context,
  viewer: Viewer,
  id: string,
  language: Language,
): Promise<void> {
  const { db, config } = context;
  await db.transaction(async (tx) => {
    const { letter, texts } = await readLetter(tx, id);
    requireComplete(texts);
    const addressee = toViewer(letter, viewer, language);
    // Without the headers of a mailing list, to which the member of staff may not belong.
    const { headers: _, ...mail } = await composeLetter(config, { ...letter, texts }, addressee);
    const subject = runWithLanguage(mail.language, () =>
      t("mail.testSubject", { subject: mail.subject }),
    );
    await sendMail(context, tx, { ...mail, subject });
    await record(tx, viewer.staff, "test-letter", id, { language });
  });
}

async function readLetter(db: Db, id: string): Promise<{ letter: Letter; texts: LetterTexts }> {
  const [letter] = await db.select().from(letters).where(eq(letters.id, id));
  if (!letter) throw missingLetter();
  return { letter, texts: await readLetterTexts(db, id) };
}

const toViewer = ({ kind }: Letter, { staff, actor }: Viewer, language: Language): Addressee =>
  kind === "newsletter"
    ? { as: "subscriber", to: actor.email, language }
    : { as: "account", to: actor.email, language, name: staff.name };
