import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { wordGrammarOptions } from "#lib/quran/words/words.queries.ts";
import { getTexts } from "#translations/words.ts";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { RelatedWords } from "./RelatedWords.tsx";

/** The grammar of a word from the operator's data set. Renders nothing without a data set. */
export function WordGrammar({ wordKey }: { wordKey: string }) {
  const t = getTexts("words");
  const { data, error, refetch } = useQuery(wordGrammarOptions(wordKey), queryClient);
  if (error) return <ErrorAlert message={messageOf(error)} retry={() => void refetch()} />;
  if (!data?.source) return null;
  const { grammar, source } = data;
  const facts = [
    { name: t("root"), value: grammar?.root, isArabic: true },
    { name: t("lemma"), value: grammar?.lemma, isArabic: true },
    { name: t("partOfSpeech"), value: grammar?.partOfSpeech, isArabic: false },
    ...(grammar?.features ?? []).map((feature) => ({ ...feature, isArabic: false })),
  ].filter(({ value }) => value);
  return (
    <div className="grid gap-2">
      {grammar ? (
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
          {facts.map(({ name: fact, value, isArabic }) => (
            <div key={fact} className="contents">
              <dt className="muted">{fact}</dt>
              {isArabic ? (
                <dd>
                  <span lang="ar" dir="rtl" className="quran-word is-small">
                    {value}
                  </span>
                </dd>
              ) : (
                <dd>{value}</dd>
              )}
            </div>
          ))}
        </dl>
      ) : (
        <p className="muted text-sm">{t("noGrammar")}</p>
      )}
      {grammar?.root && <RelatedWords wordKey={wordKey} relation="root" title={t("sameRoot")} />}
      <p className="muted text-xs">
        {t("source")} ·{" "}
        <a className="link" href={source.url}>
          <bdi>{source.title}</bdi>
        </a>{" "}
        · <bdi>{source.author}</bdi> · <bdi>{source.license}</bdi>
      </p>
    </div>
  );
}
