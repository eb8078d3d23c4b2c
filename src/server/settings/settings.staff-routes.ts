/** The settings in the console, mounted under /api/staff/settings. */
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { cardCosts, minCoveringFee } from "#lib/payments/card-costs.ts";
import { type StaffSettings, staffSettingsSchema } from "#lib/settings/settings.responses.ts";
import {
  type SettingInput,
  type SettingKey,
  seenAtInput,
  settingInputs,
  settingKeys,
} from "#lib/settings/settings.ts";
import { hasStaffRole, type StaffRole } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { isPublic } from "../catalog/course-visibility.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { courses } from "../db/tables/courses.table.ts";
import { profiles } from "../db/tables/people.table.ts";
import { settings } from "../db/tables/settings.table.ts";
import { transact } from "../db/transact.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readPlatformFee } from "../payments/platform-fee.ts";
import { isAdultProfile } from "../public-person.ts";
import { recordStaffAction } from "../staff/audit.ts";
import type { StaffMember } from "../staff/staff-actor.ts";
import { createStaffApp, staffRoute } from "../staff/staff-route.ts";
import { storeSetting } from "./change-setting.ts";
import { defaultSettings, findSupportAddress } from "./settings-defaults.ts";

const t = getTexts("settings");

/** Who may change a setting, besides owners. */
const rolesOf = (key: SettingKey): readonly StaffRole[] =>
  key === "announcement" ? ["owner", "moderator"] : ["owner"];

const mayBeNull = (key: SettingKey): boolean =>
  z.safeParse(settingInputs[key] as z.ZodMiniType, null).success;

export function settingsStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/settings");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: ["owner", "moderator"],
    summary: "The settings that staff have changed, and what applies otherwise",
    data: staffSettingsSchema,
    handle: ({ staff }) => readStaffSettings(context, staff),
  });
  for (const key of settingKeys) {
    staffRoute(app, {
      method: "put",
      path: `/${key}`,
      roles: rolesOf(key),
      summary: `Change the setting ${key} on all servers${mayBeNull(key) ? "; null goes back to its default" : ""}`,
      body: z.object({ value: settingInputs[key] as z.ZodMiniType, seenAt: seenAtInput }),
      data: staffSettingsSchema,
      refusals: { 409: "Someone else has changed it" },
      async handle({ staff, body }) {
        await changeSetting(context, staff, key, body.value as never, body.seenAt);
        return readStaffSettings(context, staff);
      },
    });
  }
  return app.routes;
}

async function readStaffSettings(context: Context, staff: StaffMember): Promise<StaffSettings> {
  const rows = await context.db.select().from(settings);
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const known = settingKeys.flatMap((key) => {
    const read = z.safeParse(settingInputs[key] as z.ZodMiniType, stored[key]);
    return key in stored && read.success ? [[key, read.data]] : [];
  });
  return {
    values: Object.fromEntries(known),
    changedAt: Object.fromEntries(rows.map(({ key, changedAt }) => [key, changedAt.toISOString()])),
    defaults: {
      supportAddress: findSupportAddress(
        defaultSettings(context.config).supportAddress,
        context.config,
      ),
      platformFeePercent: context.config.platformFeePercent,
    },
    currentFeePercent: readPlatformFee(context),
    editable: settingKeys.filter((key) => hasStaffRole(staff.role, rolesOf(key))),
  };
}

/**
 * Changes a setting and records who did it, with the values before and after.
 * @throws AppError `invalid_input` that names the entry that doesn't exist; `conflict` if someone
 * else has changed the setting.
 */
async function changeSetting<Key extends SettingKey>(
  context: Context,
  staff: StaffMember,
  key: Key,
  value: SettingInput<Key>,
  seenAt: string | null,
): Promise<void> {
  await transact(context.db, async (tx) => {
    await requireKnown(tx, key, value);
    const { before, after } = await storeSetting(tx, key, value, staff.userId, seenAt);
    await recordStaffAction(tx, staff, {
      kind: "change-setting",
      subjectKind: "setting",
      subjectId: key,
      reason: "",
      details: { before, after },
    });
  });
  await context.settings.reload();
}

/** At a lower fee, Stripe keeps more of every sale than the platform gets, whatever the price. */
function requireCoveringFees({ rates, exceptions }: SettingInput<"platformFee">): void {
  const isTooLow = ({ percent }: { percent: number }) => percent < minCoveringFee;
  const fields = [
    ...rates.flatMap((rate, index) => (isTooLow(rate) ? [`value.rates.${index}.percent`] : [])),
    ...exceptions.flatMap((exception, index) =>
      isTooLow(exception) ? [`value.exceptions.${index}.percent`] : [],
    ),
  ];
  if (fields.length === 0) return;
  const { percent, foreignPercent, fixedCents } = cardCosts;
  const message = t("platformFee.losing", {
    minimum: minCoveringFee,
    percent: (percent * 10 + foreignPercent * 10) / 10,
    cents: fixedCents,
  });
  throw new AppError("invalid_input", message, {
    fields: fields.map((field) => ({ field, message })),
  });
}

async function requireKnown(tx: Db, key: SettingKey, value: unknown): Promise<void> {
  if (key === "platformFee") {
    const fee = value as SettingInput<"platformFee">;
    requireCoveringFees(fee);
    const { exceptions } = fee;
    const ids = exceptions.map(({ teacherId }) => teacherId);
    const found = await findProfiles(tx, ids, eq(profiles.role, "teacher"));
    requireAll(ids, found, (index) => `value.exceptions.${index}.teacherId`, "teacher");
  } else if (key === "featuredStudents") {
    const ids = value as string[];
    const found = await findProfiles(tx, ids, and(eq(profiles.role, "student"), isAdultProfile));
    requireAll(ids, found, (index) => `value.${index}`, "student");
  } else if (key === "featuredCourses") {
    const ids = value as string[];
    const rows = await tx
      .select({ id: courses.id })
      .from(courses)
      .where(and(inArray(courses.id, ids), isPublic));
    requireAll(ids, rows, (index) => `value.${index}`, "course");
  }
}

const findProfiles = (tx: Db, ids: string[], condition: SQL | undefined) =>
  tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(inArray(profiles.id, ids), condition));

function requireAll(
  ids: readonly string[],
  found: readonly { id: string }[],
  fieldOf: (index: number) => string,
  kind: "teacher" | "student" | "course",
): void {
  const known = new Set(found.map(({ id }) => id));
  const fields = ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ field: fieldOf(index), message: t(`notFound.${kind}`, { id }) }],
  );
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first.message, { fields });
}
