/**
 * Two apps on one database, like two servers of a deployment. Each has its own context with caches,
 * limits, queue and provider connections, and requests alternate between them.
 */
import type { Pool } from "pg";
import { createApp } from "#server/app.ts";
import type { Context } from "#server/context.ts";
import { closeContext, createContext } from "#server/create-context.ts";

export interface AppInTurn {
  context: Context;
  app: ReturnType<typeof createApp>;
  close(): Promise<void>;
}

/**
 * Creates a second app. When a test replaces a part of the first context, such as the log or the
 * mailer, both apps use the replacement. They also use the same file store, which remembers nothing,
 * so that tests can make it fail.
 */
export async function createSecondApp(
  first: Context,
  { pool, databaseUrl }: { pool: Pool; databaseUrl: string },
): Promise<AppInTurn> {
  const { config, log } = first;
  const own = await createContext({ config, pool, databaseUrl, log });
  const asMade = { ...first };
  const context = new Proxy(own, {
    get: (_, part: keyof Context) =>
      part !== "files" && first[part] === asMade[part] ? own[part] : first[part],
  });
  return { context, app: createApp(context), close: () => closeContext(own) };
}

/** Returns the first app, changed so that its requests alternate between both. */
export function takeTurns<App extends AppInTurn["app"]>(first: App, second: App): App {
  let turn = 0;
  const next = (): App => {
    turn += 1;
    return turn % 2 === 0 ? first : second;
  };
  return new Proxy(first, {
    get(app, property) {
      if (property !== "request" && property !== "fetch") return Reflect.get(app, property, app);
      return (...parameters: Parameters<App["request"]>) =>
        Reflect.apply(next()[property], undefined, parameters);
    },
  });
}
