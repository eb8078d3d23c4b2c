/** Exports all stored data about a person as one JSON document. */
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Limit } from "../../rate-limits.ts";
import { findExportedAccount } from "./export-account.ts";
import { exportedLists } from "./export-lists.ts";

const byUser: Limit = { name: "export-user", points: 10, duration: 60 * 60 };

/** Counts an export against the user's limit. @throws AppError `rate_limited`. */
export function countExport(context: Context, actor: Actor): Promise<void> {
  return context.limits.consume(byUser, actor.userId);
}

/**
 * Streams the success envelope around `{exportedAt, account, profile, …lists}`. Lists are read a
 * few hundred rows at a time, so that a long history takes no more memory than a short one.
 *
 * @throws AppError `unauthenticated` if the account has just been deleted.
 */
export async function openExport(
  context: Context,
  actor: Actor,
): Promise<AsyncGenerator<string, void>> {
  const account = await findExportedAccount(context.db, actor);
  if (!account) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  return writePieces(context, actor, { exportedAt: new Date().toISOString(), ...account });
}

async function* writePieces(context: Context, actor: Actor, head: object) {
  yield `{"success":true,"status":"success","data":${JSON.stringify(head).slice(0, -1)}`;
  for (const [name, readAfter] of Object.entries(exportedLists)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = "";
    let last: string | undefined;
    do {
      const { rows, next } = await readAfter(context, actor, last);
      for (const row of rows) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ",";
      }
      last = next;
    } while (last !== undefined);
    yield "]";
  }
  yield "}}";
}
