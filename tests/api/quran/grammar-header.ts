/** The first line of a data set of roots and grammar. */
export const grammarHeader = {
  format: "halaqa-quran-grammar",
  version: 1,
  title: "Test roots",
  author: "A. Author",
  license: "CC BY 4.0",
  url: "https://example.org/roots",
};
