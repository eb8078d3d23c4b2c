import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { ownVettingOptions } from "#lib/vetting/vetting.queries.ts";
import { getTexts } from "#translations/vetting.ts";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { Documents } from "./Documents.tsx";
import { ReviewState } from "./ReviewState.tsx";

const t = getTexts("vetting");

function OwnVerification() {
  const [isDirty, setDirty] = useState(false);
  const found = useQuery(ownVettingOptions(), queryClient);
  if (found.isPending) return <Loading label={t("loading")} />;
  if (found.isError) return <QueryError query={found} />;
  const { data } = found;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="lg:sticky lg:top-20 lg:order-last">
        <ReviewState vetting={data} isDirty={isDirty} />
      </div>
      <div className="grid min-w-0 gap-6">
        <CredentialsForm vetting={data} onDirty={setDirty} />
        <Documents vetting={data} />
      </div>
    </div>
  );
}

/** A teacher's credentials, private documents, and their review by staff. */
export default function Verification() {
  return (
    <GuardedProfile>
      {(profile) =>
        profile.role === "teacher" ? <OwnVerification /> : <EmptyState title={t("onlyTeachers")} />
      }
    </GuardedProfile>
  );
}
