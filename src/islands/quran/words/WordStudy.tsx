import { useQuery } from "@tanstack/react-query";
import { useAccount } from "#islands/accounts/shared/use-account.ts";
import { UpgradeNote } from "#islands/plans/shared/UpgradeNote.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { ownPlanOptions } from "#lib/plans/plans.queries.ts";
import { wordOptions } from "#lib/quran/words/words.queries.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/words.ts";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import { RelatedWords } from "./RelatedWords.tsx";
import { WordGrammar } from "./WordGrammar.tsx";

/**
 * Where else a word occurs, words with the same stem, and its root. This is part of the premium
 * plan.
 */
export function WordStudy({ wordKey }: { wordKey: string }) {
  const t = getTexts("words");
  const account = useAccount();
  const { data: word, error, refetch } = useQuery(wordOptions(wordKey), queryClient);
  const isSignedIn = account.status === "signed-in";
  const plan = useQuery({ ...ownPlanOptions(), enabled: isSignedIn }, queryClient);
  const failed = error ?? plan.error;
  if (failed) {
    const retry = () => void Promise.all([refetch(), isSignedIn && plan.refetch()]);
    return <ErrorAlert message={messageOf(failed)} retry={retry} />;
  }
  if (!word) return null;
  const { occurrences, similar } = word;
  if (!plan.data?.wordStudy) {
    return (
      <section aria-label={t("wordStudy")} className="grid gap-2 text-sm">
        <p>{t("counts", { occurrences, similar })}</p>
        {account.status === "guest" && <LogInNote />}
        {plan.data && <UpgradeNote feature="wordStudy" />}
      </section>
    );
  }
  return (
    <section aria-label={t("wordStudy")} className="grid gap-2">
      <RelatedWords wordKey={wordKey} relation="same" title={t("same", { count: occurrences })} />
      {similar > 0 && (
        <RelatedWords
          wordKey={wordKey}
          relation="similar"
          title={t("similar", { count: similar })}
          note={t("similarNote")}
        />
      )}
      <WordGrammar wordKey={wordKey} />
    </section>
  );
}

function LogInNote() {
  const t = getTexts("words");
  const returnTo = `${location.pathname}${location.search}`;
  return (
    <p className="muted">
      <a className="link" href={localizePath(`/login?${new URLSearchParams({ returnTo })}`)}>
        {t("logIn")}
      </a>{" "}
      {t("logInToStudy")}
    </p>
  );
}
