import { useQuery } from "@tanstack/react-query";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { staffSettingsOptions } from "#lib/settings/settings.queries.ts";
import type { StaffSettings } from "#lib/settings/settings.responses.ts";
import { settingKeys } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/settings.ts";
import { AboutFigures, AboutTestimonials } from "./AboutForms.tsx";
import { AnnouncementForm } from "./AnnouncementForm.tsx";
import { FeeForm } from "./FeeForm.tsx";
import {
  FeaturedForm,
  LegalEntityForm,
  MinimumPriceForm,
  OnCallForm,
  SignUpsForm,
  SupportForm,
  VettingForm,
} from "./forms.tsx";

const t = getTexts("settings");

const forms = {
  announcement: AnnouncementForm,
  signUps: SignUpsForm,
  vetting: VettingForm,
  platformFee: FeeForm,
  minimumPrice: MinimumPriceForm,
  supportAddress: SupportForm,
  legalEntity: LegalEntityForm,
  onCallAddresses: OnCallForm,
  featuredCourses: (props: { settings: StaffSettings }) => (
    <FeaturedForm setting="featuredCourses" {...props} />
  ),
  featuredStudents: (props: { settings: StaffSettings }) => (
    <FeaturedForm setting="featuredStudents" {...props} />
  ),
  aboutFigures: AboutFigures,
  aboutTestimonials: AboutTestimonials,
} as const;

/** The settings that the member of staff may change, each with its own form. */
export default function Settings() {
  const settings = useQuery(staffSettingsOptions(), queryClient);
  if (settings.isPending) return <Loading label={t("loading")} />;
  if (settings.isError) return <QueryError query={settings} />;
  const { data } = settings;
  const keys = (Object.keys(forms) as (keyof typeof forms)[]).filter((key) =>
    data.editable.includes(key),
  );
  return (
    <div className="grid max-w-3xl gap-6">
      {keys.length < settingKeys.length && <p className="muted text-sm">{t("onlySome")}</p>}
      {keys.map((key) => {
        const SettingForm = forms[key];
        return <SettingForm key={key} settings={data} />;
      })}
    </div>
  );
}
