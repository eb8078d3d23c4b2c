import type * as z from "zod/mini";
import { forgetLater, loadLater } from "../later.ts";

export type Schema = z.ZodMiniType<unknown, unknown>;

/** Resolves to a schema that may not have been loaded yet. Rejects if it can't be loaded. */
export type DeferredSchema = () => Promise<Schema>;

/** A schema whose code loads later, because a form needs it only when it is submitted. */
export function deferSchema(load: DeferredSchema): DeferredSchema {
  let loading: Promise<Schema> | undefined;
  const get = () => {
    loading ??= load();
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const loadInBackground = () =>
    get().then(
      () => forgetLater(loadInBackground),
      // The schema is loaded again when the form is submitted.
      () => {},
    );
  loadLater(loadInBackground);
  return get;
}
