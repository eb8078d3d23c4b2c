import { useQuery } from "@tanstack/react-query";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { Credentials } from "#islands/vetting/shared/Credentials.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { vettingOptions } from "#lib/vetting/staff-vetting.queries.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { Decision } from "./Decision.tsx";
import { Documents } from "./Documents.tsx";
import { Facts } from "./Facts.tsx";
import { History, InterviewNotes } from "./History.tsx";

const t = getTexts("staffVetting");

/** One teacher: what is known about them, what they submitted, and the decision. */
export default function TeacherReview({ id }: { id: string }) {
  const found = useQuery(vettingOptions(id), queryClient);
  if (found.isPending) return <Loading label={t("loading")} />;
  if (found.isError) return <RecordError query={found} list="/staff/teachers" />;
  const detail = found.data;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6">
        <Facts detail={detail} />
        <Documents documents={detail.documentList} />
        <Credentials credentials={detail} />
        <History events={detail.events} />
      </div>
      <aside className="grid gap-6 xl:sticky xl:top-8">
        <Decision key={detail.version} detail={detail} />
        <InterviewNotes teacherId={id} />
      </aside>
    </div>
  );
}
