import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { parseWordKey } from "#lib/quran/words/word-key.ts";
import { relatedWordsOptions } from "#lib/quran/words/words.queries.ts";
import type { WordRelation } from "#lib/quran/words/words.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/words.ts";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { Loading } from "../../ui/feedback/Loading.tsx";
import { Pager } from "../../ui/Pager.tsx";

interface RelatedWordsProps {
  /** As in `2:255:3`. */
  wordKey: string;
  relation: WordRelation;
  title: string;
  note?: string;
}

/** A list of words with links to their verses. It is loaded when it is expanded. */
export function RelatedWords({ wordKey, relation, title, note }: RelatedWordsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="related-words"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="py-1.5 font-medium">{title}</summary>
      {note && <p className="muted mb-2 text-sm">{note}</p>}
      {isOpen && <WordPage wordKey={wordKey} relation={relation} />}
    </details>
  );
}

function WordPage({ wordKey, relation }: Pick<RelatedWordsProps, "wordKey" | "relation">) {
  const t = getTexts("words");
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(
    { ...relatedWordsOptions(wordKey, relation, page), placeholderData: keepPreviousData },
    queryClient,
  );
  if (error) return <ErrorAlert message={messageOf(error)} retry={() => void refetch()} />;
  if (!data) return <Loading label={t("loading")} />;
  return (
    <div className="grid gap-2">
      <ul className="grid grid-cols-[auto_1fr_auto]">
        {data.results.map(({ word, text, gloss, count }) => (
          <li key={word} className="col-span-full grid grid-cols-subgrid">
            <a
              className="col-span-full grid min-h-11 grid-cols-subgrid items-center gap-3 rounded-field px-2 hover:bg-base-200"
              href={localizePath(pathOf(word))}
            >
              <span lang="ar" dir="rtl" className="quran-word is-small">
                {text}
              </span>
              <span className="min-w-0 text-sm">
                <bdi lang="en">{gloss}</bdi>
              </span>
              <span className="muted text-sm tabular">
                {relation === "same" ? verseOf(word) : t("times", { count })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <Pager page={data.page} pages={data.pages} onPage={setPage} />
    </div>
  );
}

const verseOf = (word: string): string => word.slice(0, word.lastIndexOf(":"));

/** The page of the word's verse. */
function pathOf(word: string): string {
  const { surah, verse } = parseWordKey(word) ?? { surah: 1, verse: 1 };
  return `/quran/${surah}/${verse}`;
}
