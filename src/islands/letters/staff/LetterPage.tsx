import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RecordError } from "#islands/staff/shared/RecordError.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { defaultLanguage, type Language } from "#lib/languages.ts";
import { letterOptions } from "#lib/letters/letters.queries.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { LetterForm } from "./LetterForm.tsx";
import { LetterPreview } from "./LetterPreview.tsx";
import { LetterProgress } from "./LetterProgress.tsx";
import { SendLetter } from "./SendLetter.tsx";

/** How often the page reads the progress of a letter that is being sent. */
const refetchMs = 5_000;

/** A letter: its draft or its progress. */
export default function LetterPage({ id }: { id: string }) {
  const t = getTexts("staffLetters");
  const found = useQuery(
    {
      ...letterOptions(id),
      refetchInterval: ({ state }) => state.data?.status === "sending" && refetchMs,
    },
    queryClient,
  );
  const [language, setLanguage] = useState<Language>(defaultLanguage);
  const [isUnsaved, setUnsaved] = useState(false);
  if (found.isPending) return <Loading label={t("loading")} />;
  if (found.isError) return <RecordError query={found} list="/staff/letters" />;
  const letter = found.data;
  const isDraft = letter.status === "draft";
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid min-w-0 gap-6">
        {isDraft ? (
          <>
            <LetterForm
              letter={letter}
              language={language}
              onLanguage={setLanguage}
              onUnsaved={setUnsaved}
            />
            <SendLetter letter={letter} isUnsaved={isUnsaved} />
          </>
        ) : (
          <LetterProgress letter={letter} />
        )}
      </div>
      <LetterPreview
        letter={letter}
        language={language}
        onLanguage={setLanguage}
        isUnsaved={isUnsaved}
      />
    </div>
  );
}
