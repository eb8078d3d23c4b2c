import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { ownIntroductionOptions } from "#lib/introductions/introductions.queries.ts";
import { getTexts } from "#translations/introductions.ts";
import { CurrentIntroduction } from "./CurrentIntroduction.tsx";
import { Recorder } from "./Recorder.tsx";
import { VideoLinkForm } from "./VideoLinkForm.tsx";

const t = getTexts("introductions");

function OwnIntroduction({ teacherId }: { teacherId: string }) {
  const [done, setDone] = useState<"saved" | "deleted">();
  const found = useQuery(ownIntroductionOptions(), queryClient);
  if (found.isPending) return <Loading label={t("loading")} />;
  if (found.isError) return <QueryError query={found} />;
  const { introduction } = found.data;
  const video = introduction?.kind === "video" ? introduction.url : "";
  return (
    <div className="grid max-w-3xl gap-6">
      <CurrentIntroduction
        {...found.data}
        teacherId={teacherId}
        done={done}
        onDeleted={() => setDone("deleted")}
      />
      <Recorder replaces={introduction !== null} onPublished={() => setDone("saved")} />
      {/* The key gives the form the current link after another introduction was saved. */}
      <VideoLinkForm key={video} current={video} onSaved={() => setDone("saved")} />
    </div>
  );
}

/** How a teacher introduces themselves on their page: a recitation, or a link to a video. */
export default function Introduction() {
  return (
    <GuardedProfile>
      {(profile) =>
        profile.role === "teacher" ? (
          <OwnIntroduction teacherId={profile._id} />
        ) : (
          <EmptyState title={t("onlyTeachers")} />
        )
      }
    </GuardedProfile>
  );
}
