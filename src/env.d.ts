declare namespace App {
  interface Locals {
    /** The questions that the page has answered so far, for search engines. */
    questions?: import("./components/content/questions.ts").Question[];
  }
}
