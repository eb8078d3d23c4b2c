import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { queryClient } from "#lib/client/query-client.ts";
import { localizePath } from "#lib/site/locale.ts";
import { type LocalItem, overlay } from "#lib/study/overlay.ts";
import { studyOptions } from "#lib/study/study.queries.ts";
import { resumeId, type StudyKind, studyKinds } from "#lib/study/study.rules.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { getTexts } from "#translations/study.ts";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { QueryError } from "../ui/feedback/QueryError.tsx";
import { ImportExport } from "./ImportExport.tsx";
import { ItemList } from "./ItemList.tsx";
import { SyncState } from "./SyncState.tsx";
import { useStudy, useWithDeleted } from "./shared/use-study.ts";
import { UnsavedNotes } from "./UnsavedNotes.tsx";
import { describeVerse, searchText, versePathOf } from "./verse-place.ts";

const titles = {
  bookmark: "bookmarks",
  highlight: "highlights",
  note: "notes",
  collection: "collections",
} as const;

/** All items of the user: at first those from the server, and then those on the device. */
export default function MyQuran() {
  const t = getTexts("study");
  const study = useStudy();
  const first = useQuery(studyOptions(), queryClient);
  const [query, setQuery] = useState("");
  const [kind, setKind] = useState<StudyKind | "">("");
  const rendered = useMemo(
    () => [...overlay(first.data?.changes ?? [], []).values()],
    [first.data],
  );
  const isLocal = study.status === "ready" && (study.isCurrent || study.items.size > 0);
  const all = isLocal ? [...study.items.values()] : rendered;
  const resume = all.find(({ id }) => id === resumeId);
  const { items: listed, deleted } = useWithDeleted(all);
  const own = listed.filter(({ id }) => id !== resumeId);
  const words = foldForSearch(query).split(/\s+/).filter(Boolean);
  const isFound = (item: LocalItem) => {
    const text = words.length > 0 ? searchText(item) : "";
    return words.every((word) => text.includes(word));
  };
  const found = own.filter((item) => (kind === "" || item.kind === kind) && isFound(item));
  return (
    <div className="grid gap-6">
      <SyncState study={study} />
      {study.status === "ready" && <UnsavedNotes study={study} />}
      {first.isError && !isLocal && <QueryError query={first} />}
      {(resume || own.length > 0) && (
        <div className="flex flex-wrap gap-3">
          {resume?.kind === "bookmark" && (
            <a className="btn btn-secondary" href={localizePath(versePathOf(resume.verse))}>
              {t("continueAt", { verse: describeVerse(resume.verse) })}
            </a>
          )}
          <a className="btn btn-outline border-base-300" href={localizePath("/quran")}>
            {t("toQuran")}
          </a>
        </div>
      )}
      {own.length > 0 && (
        <div className="flex flex-wrap gap-3">
          <input
            type="search"
            className="input min-w-48 flex-1"
            aria-label={t("search")}
            placeholder={t("search")}
            dir="auto"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <select
            // With room before the arrow.
            className="select w-auto pe-9"
            aria-label={t("kinds")}
            value={kind}
            onChange={(event) => setKind(event.target.value as StudyKind | "")}
          >
            <option value="">{t("all")}</option>
            {studyKinds.map((each) => (
              <option key={each} value={each}>
                {t(titles[each])}
              </option>
            ))}
          </select>
        </div>
      )}
      {own.length === 0 && !first.isError && (
        <EmptyState
          title={t("emptyTitle")}
          action={
            <a className="btn btn-secondary" href={localizePath("/quran")}>
              {t("toQuran")}
            </a>
          }
        >
          {t("emptyText")}
        </EmptyState>
      )}
      {own.length > 0 && found.length === 0 && <p className="muted">{t("noMatch")}</p>}
      {studyKinds.map((each) => (
        <ItemList
          key={each}
          title={t(titles[each])}
          items={found.filter((item) => item.kind === each)}
          deleted={deleted}
          isEditable={study.status === "ready"}
        />
      ))}
      <ImportExport items={all} canImport={study.status === "ready"} />
    </div>
  );
}
