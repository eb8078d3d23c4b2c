/** Who accepted which version of the terms of use and of the privacy policy. */
import { desc, eq } from "drizzle-orm";
import type { PendingDocument } from "#lib/agreements/agreements.responses.ts";
import type { AcceptInput } from "#lib/agreements/agreements.ts";
import {
  firstVersions,
  type LegalDocument,
  legalDocuments,
  legalVersions,
} from "#lib/agreements/legal-documents.ts";
import { AppError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { agreements } from "../db/tables/agreements.table.ts";

const t = getTexts("agreements");

type Versions = Readonly<Record<LegalDocument, string | null>>;

/** Records what the person agreed to with the sign-up form. Null if that isn't known. */
export async function recordSignUpAgreements(
  tx: Db,
  userId: string,
  versions: Versions,
  acceptedAt: Date,
): Promise<void> {
  const rows = legalDocuments.flatMap((document) => {
    const version = versions[document];
    return version === null ? [] : [{ userId, document, version, acceptedAt }];
  });
  if (rows.length === 0) return;
  await tx.insert(agreements).values(rows.map((row) => ({ ...row, place: "sign-up" as const })));
}

/**
 * The documents that have changed since the person accepted them. An account without a record is from
 * before acceptance was recorded, and agreed to the versions of that time by signing up.
 */
export async function listPendingDocuments(
  { db }: Pick<Context, "db">,
  userId: string,
): Promise<PendingDocument[]> {
  const rows = await listAgreements(db, userId);
  return legalDocuments.flatMap((document) => {
    const version = legalVersions[document];
    const accepted =
      rows.find((row) => row.document === document)?.version ?? firstVersions[document];
    // Versions are ISO dates, which sort like text.
    return accepted < version ? [{ document, version, accepted }] : [];
  });
}

const listAgreements = (db: Db, userId: string) =>
  db
    .select({ document: agreements.document, version: agreements.version })
    .from(agreements)
    .where(eq(agreements.userId, userId))
    .orderBy(desc(agreements.version));

/**
 * Records that the person accepts these versions after reading what changed. Repeating it has no
 * effect.
 * @throws AppError `conflict` if another version applies now.
 */
export async function acceptDocuments(
  { db }: Pick<Context, "db">,
  userId: string,
  versions: AcceptInput,
): Promise<void> {
  const rows = legalDocuments.flatMap((document) => {
    const version = versions[document];
    if (version === undefined) return [];
    if (version !== legalVersions[document]) throw new AppError("conflict", t("server.changed"));
    return [{ userId, document, version, place: "update" as const }];
  });
  if (rows.length > 0) await db.insert(agreements).values(rows).onConflictDoNothing();
}
