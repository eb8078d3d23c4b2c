import study from "./en/study.json" with { type: "json" };
import { readTextsFrom } from "./read-texts.ts";

/** For islands, which load only the texts of this noun. */
export const getTexts = readTextsFrom({ study });
