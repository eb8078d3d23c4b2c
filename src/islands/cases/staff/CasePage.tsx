import { useQuery } from "@tanstack/react-query";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { caseOptions } from "#lib/cases/cases.queries.ts";
import { isPending } from "#lib/cases/cases.rules.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { CaseDecision } from "./CaseDecision.tsx";
import { CaseEvidenceList } from "./CaseEvidenceList.tsx";
import { CaseFacts } from "./CaseFacts.tsx";
import { CaseHistory } from "./CaseHistory.tsx";
import { CaseNoteForm, CaseReply } from "./CaseMessages.tsx";
import { CasePayment } from "./CasePayment.tsx";
import { CaseReports } from "./CaseReports.tsx";

const t = getTexts("staffCases");

interface CasePageProps {
  id: string;
  /** The member of staff who reads the case. */
  userId: string;
  /** Whether they may open the console's pages of payments. */
  mayOpenPayments: boolean;
}

/** One case: what was reported, what happened since, and what staff can do. */
export default function CasePage({ id, userId, mayOpenPayments }: CasePageProps) {
  const found = useQuery(caseOptions(id), queryClient);
  if (found.isPending) return <Loading label={t("title")} />;
  if (found.isError) return <RecordError query={found} list="/staff/cases" />;
  const detail = found.data;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-6 xl:order-first">
        <div className="xl:hidden">
          <CaseFacts detail={detail} userId={userId} />
        </div>
        <CaseReports reports={detail.reportList} />
        {detail.payment && <CasePayment payment={detail.payment} mayOpen={mayOpenPayments} />}
        <CaseEvidenceList detail={detail} />
        <CaseHistory detail={detail} />
        <div className="grid items-start gap-6 md:grid-cols-2">
          <CaseNoteForm caseId={id} />
          <CaseReply detail={detail} />
        </div>
      </div>
      <aside className="grid gap-6 xl:sticky xl:top-8">
        <div className="max-xl:hidden">
          <CaseFacts detail={detail} userId={userId} />
        </div>
        <CaseDecision key={`${detail.version}`} detail={detail} isOpen={isPending(detail.status)} />
      </aside>
    </div>
  );
}
