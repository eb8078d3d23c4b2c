/**
 * The settings that staff have changed, in memory. A trigger of the table notifies all servers, and
 * each reads the settings again before it removes the pages that show them.
 */
import { eq } from "drizzle-orm";
import type { Logger } from "pino";
import * as z from "zod/mini";
import {
  type SettingInput,
  type SettingKey,
  type SettingValues,
  settingInputs,
  settingKeys,
} from "#lib/settings/settings.ts";
import { setSupportAddress } from "#lib/site/support-address.ts";
import type { Config } from "../config/config.ts";
import type { Context, SettingsStore } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { startListening } from "../db/listening.ts";
import { settings } from "../db/tables/settings.table.ts";
import { type DefaultsConfig, defaultSettings, findSupportAddress } from "./settings-defaults.ts";

export const settingsChannel = "halaqa_settings";
/** The longest time that a timer can wait. */
const maxTimerMs = 24 * 60 * 60 * 1000;

interface StoreOptions {
  config: DefaultsConfig;
  db: Db;
  databaseUrl: string;
  log: Logger;
}

/** Reads the settings, and follows their changes until the store is stopped. */
export async function openSettings(options: StoreOptions): Promise<SettingsStore> {
  const { config, db, log } = options;
  const listeners = new Set<() => void | Promise<void>>();
  let values = defaultSettings(config);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Changes that arrive while the settings are being read are read afterward. */
  let reading: Promise<void> = Promise.resolve();

  const refresh = async (): Promise<void> => {
    const before = values;
    values = await readSettings(db, config, log);
    setSupportAddress(findSupportAddress(values.supportAddress, config));
    if (JSON.stringify(before) === JSON.stringify(values)) return;
    planNext();
    await notify();
  };

  const notify = async () => {
    for (const listener of listeners) await listener();
  };

  /** Pages change by themselves when a banner starts or ends, or a new fee begins. */
  const planNext = () => {
    clearTimeout(timer);
    if (isStopped) return;
    const next = findNextChange(values, new Date());
    if (!next) return;
    const wait = next.getTime() - Date.now();
    timer = setTimeout(
      () => {
        planNext();
        if (wait <= maxTimerMs) notify().catch(logFailure);
      },
      Math.min(wait, maxTimerMs),
    ).unref();
  };

  const logFailure = (error: unknown) =>
    log.error({ err: error }, "Pages could not be updated after a change of the settings");

  const reload = (): Promise<void> => {
    const next = reading.then(refresh);
    reading = next.catch(() => {});
    return next;
  };

  await refresh();
  planNext();
  const { listening, stop } = startListening({
    databaseUrl: options.databaseUrl,
    log,
    channel: settingsChannel,
    deliver: () => void reload().catch(logFailure),
    // Changes that were made while disconnected were missed.
    onConnected: () => void reload().catch(logFailure),
  });

  return {
    read: (key) => values[key],
    reload,
    onChange: (listener) => {
      listeners.add(listener);
    },
    listening,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await stop();
      await reading;
    },
  };
}

/** The current settings according to the database. */
export async function readSettings(
  db: Db,
  config: Pick<Config, "env">,
  log: Pick<Logger, "error">,
): Promise<SettingValues> {
  const defaults = defaultSettings(config);
  const rows = await db.select().from(settings);
  const changed = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const read: Record<string, unknown> = { ...defaults };
  for (const key of settingKeys) {
    if (!(key in changed) || changed[key] === null) continue;
    const parsed = parseStored(key, changed[key]);
    // A server of an older version doesn't stop because of a setting of a newer one.
    if (parsed.success) read[key] = parsed.data;
    else log.error({ setting: key }, "A setting has a value that this version doesn't understand");
  }
  return read as SettingValues;
}

function parseStored(key: SettingKey, value: unknown) {
  const schema: z.ZodMiniType = settingInputs[key];
  const parsed = z.safeParse(schema, value);
  if (!parsed.success || key !== "announcement") return parsed;
  const { revision } = z.parse(z.object({ revision: z.number() }), value);
  return { success: true as const, data: { ...(parsed.data as object), revision } };
}

/** The next time at which pages change without a change of settings. */
function findNextChange(values: SettingValues, now: Date): Date | undefined {
  const { announcement, platformFee } = values;
  const moments = [
    ...(announcement ? [announcement.startsAt, announcement.endsAt] : []),
    ...platformFee.rates.map(({ from }) => from),
  ];
  const upcoming = moments.map((moment) => Date.parse(moment)).filter((at) => at > now.getTime());
  return upcoming.length === 0 ? undefined : new Date(Math.min(...upcoming));
}

/** The current value of a setting. */
export function readSetting<Key extends SettingKey>(
  { settings: store }: Pick<Context, "settings">,
  key: Key,
): SettingValues[Key] {
  return store.read(key);
}

/**
 * The value of a setting in the transaction, for money: another server may have changed it a moment
 * ago.
 */
export async function readSettingIn<Key extends SettingKey>(
  { config }: Pick<Context, "config">,
  tx: Db,
  key: Key,
): Promise<SettingInput<Key>> {
  const [row] = await tx.select().from(settings).where(eq(settings.key, key));
  if (!row || row.value === null) return defaultSettings(config)[key] as SettingInput<Key>;
  return z.parse(settingInputs[key] as z.ZodMiniType, row.value) as SettingInput<Key>;
}
