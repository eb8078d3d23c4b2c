// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface LessonLogTexts {
  "error.type": null;
  "error.surah": null;
  "error.verse": null;
  "error.mistakes": { maximum: string | number };
  "error.tooFewMistakes": { count: number };
  "error.order": null;
  "error.verseCount": { surah: string | number; count: string | number };
  "list.loading": null;
  "list.none": null;
  "list.noneText": null;
  "list.noLessons": null;
  "list.lessons": { count: number; date: string | number };
  "switch.student": null;
  "switch.previous": { name: string | number };
  "switch.noPrevious": null;
  "switch.next": { name: string | number };
  "switch.noNext": null;
  "switch.logged": { count: number; done: string | number };
  "lessons.title": null;
  "lessons.none": null;
  "lessons.saving": null;
  "lessons.edit": null;
  "lessons.editLabel": { passage: string | number };
  "lessons.delete": null;
  "lessons.deleteText": { passage: string | number };
  "lessons.loading": null;
  "lessons.deleted": null;
  "lessons.saved": null;
  "lessons.updated": null;
  "lessons.failed": { passage: string | number; reason: string | number };
  "lessons.add": null;
  "lessons.progress": null;
  "lessons.editTitle": null;
  "lessons.loadingForm": null;
  "lessons.deletedPassage": { passage: string | number };
  "form.type": null;
  "form.fromSurah": null;
  "form.fromVerse": null;
  "form.toSurah": null;
  "form.toVerse": null;
  "form.ofVerses": { count: string | number };
  "form.noSurahs": null;
  "form.toEnd": null;
  "form.mistakes": null;
  "form.date": null;
  "form.note": null;
  "form.noteHint": null;
  "form.cancel": null;
  "form.saving": null;
  "form.save": null;
  "form.saveChanges": null;
}

export const getTexts = createTexts<"lessonLog", LessonLogTexts>("lessonLog");
