/** Exports all stored data about a person as one JSON document. */
import { AppError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import type { Actor } from "../../actor.ts";
import type { Context } from "../../context.ts";
import { streamExport, writeArray } from "../../http/export-stream.ts";
import type { Limit } from "../../rate-limits.ts";
import { findExportedAccount } from "./export-account.ts";
import { exportedLists } from "./export-lists.ts";
import type { ReadAfter } from "./export-page.ts";

const byUser: Limit = { name: "export-user", points: 10, duration: 60 * 60 };

/**
 * Streams the success envelope around `{exportedAt, account, profile, …lists}`. Lists are read a
 * hundred rows at a time, so that a long history takes no more memory than a short one.
 *
 * @throws AppError `unauthenticated` if the account has just been deleted, `rate_limited`,
 * including while another export of the account is running.
 */
export function exportAccount(context: Context, actor: Actor): Promise<ReadableStream<Uint8Array>> {
  return streamExport(actor.userId, async () => {
    await context.limits.consume(byUser, actor.userId);
    const account = await findExportedAccount(context.db, actor);
    if (!account) throw new AppError("unauthenticated", generalMessages.unauthenticated);
    return writePieces(context, actor, { exportedAt: new Date().toISOString(), ...account });
  });
}

async function* writePieces(
  context: Context,
  actor: Actor,
  head: object,
): AsyncGenerator<string, void> {
  yield `{"success":true,"status":"success","data":${JSON.stringify(head).slice(0, -1)}`;
  for (const [name, readAfter] of Object.entries(exportedLists)) {
    yield `,${JSON.stringify(name)}:`;
    yield* writeArray(readRows(context, actor, readAfter));
  }
  yield "}}";
}

async function* readRows(context: Context, actor: Actor, readAfter: ReadAfter) {
  let last: string | undefined;
  do {
    const { rows, next } = await readAfter(context, actor, last);
    yield* rows;
    last = next;
  } while (last !== undefined);
}
