import { useFormContext } from "react-hook-form";
import { adultAge } from "#lib/people/people.options.ts";
import type { StaffSettings } from "#lib/settings/settings.responses.ts";
import { getTexts } from "#translations/settings.ts";
import { Input, Lines, toId, toLines, toNumber } from "./fields.tsx";
import { SettingForm } from "./SettingForm.tsx";

const t = getTexts("settings");

interface SettingProps {
  settings: StaffSettings;
}

export function SupportForm({ settings: { values, defaults } }: SettingProps) {
  return (
    <SettingForm
      setting="supportAddress"
      fields={values.supportAddress ?? ""}
      toValue={(address) => address}
      reset={
        values.supportAddress
          ? {
              label: t("supportAddress.reset", { address: defaults.supportAddress }),
              value: null,
              fields: "",
            }
          : undefined
      }
    >
      <Input
        name="value"
        type="email"
        label={t("supportAddress.label")}
        hint={t("supportAddress.hint", { address: defaults.supportAddress })}
      />
    </SettingForm>
  );
}

export function MinimumPriceForm({ settings: { values } }: SettingProps) {
  return (
    <SettingForm
      setting="minimumPrice"
      fields={values.minimumPrice?.toFixed(2) ?? ""}
      toValue={toNumber}
      reset={values.minimumPrice ? { label: t("useDefault"), value: null, fields: "" } : undefined}
    >
      <Input name="value" type="text" inputMode="decimal" label={t("minimumPrice.label")} />
    </SettingForm>
  );
}

const noEntity = { name: "", address: "", registration: "" };

export function LegalEntityForm({ settings: { values } }: SettingProps) {
  return (
    <SettingForm
      setting="legalEntity"
      fields={values.legalEntity ?? noEntity}
      toValue={(entity) => entity}
      reset={
        values.legalEntity
          ? { label: t("legalEntity.reset"), value: null, fields: noEntity }
          : undefined
      }
    >
      <Input name="value.name" label={t("legalEntity.name")} />
      <Lines name="value.address" label={t("legalEntity.address")} />
      <Lines
        name="value.registration"
        label={t("legalEntity.registration")}
        hint={t("legalEntity.registrationHint")}
        rows={2}
      />
    </SettingForm>
  );
}

export function OnCallForm({ settings: { values } }: SettingProps) {
  return (
    <SettingForm
      setting="onCallAddresses"
      fields={(values.onCallAddresses ?? []).join("\n")}
      toValue={toLines}
    >
      <Lines name="value" label={t("onCallAddresses.label")} hint={t("onePerLine")} />
    </SettingForm>
  );
}

export function FeaturedForm({
  settings: { values },
  setting,
}: SettingProps & { setting: "featuredCourses" | "featuredStudents" }) {
  return (
    <SettingForm
      setting={setting}
      fields={(values[setting] ?? []).join("\n")}
      toValue={(text) => toLines(text).map(toId)}
    >
      <Lines name="value" label={t(`${setting}.label`)} hint={t("featuredHint")} rows={4} />
    </SettingForm>
  );
}

export function SignUpsForm({ settings: { values } }: SettingProps) {
  return (
    <SettingForm
      setting="signUps"
      fields={values.signUps ?? { open: true }}
      toValue={(signUps) => signUps}
    >
      <Box name="value.open" label={t("signUps.label")} />
    </SettingForm>
  );
}

export function VettingForm({ settings: { values } }: SettingProps) {
  return (
    <SettingForm
      setting="vetting"
      fields={values.vetting ?? { unverifiedMayPublish: true, minorsNeedVerified: false }}
      toValue={(vetting) => vetting}
    >
      <Box name="value.unverifiedMayPublish" label={t("vetting.mayPublish")} />
      <Box name="value.minorsNeedVerified" label={t("vetting.minors", { age: adultAge })} />
    </SettingForm>
  );
}

function Box({ name, label }: { name: string; label: string }) {
  const { register } = useFormContext();
  return (
    <label className="flex items-center gap-3 text-sm">
      <input type="checkbox" className="checkbox" {...register(name)} />
      {label}
    </label>
  );
}
