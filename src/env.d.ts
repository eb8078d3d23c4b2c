declare namespace App {
  interface Locals {
    /** The language of the page. */
    language: import("#lib/languages.ts").Language;
    /** Where the gateway announces the scripts of a page that is rendered on demand. */
    scriptsMarker?: string;
    /** On pages that need a user: the data that is read before the page is shown. */
    page?: import("#server/page-scope/page-scope.ts").UserPage;
    /** On pages that staff view as another person. Their times are in the person's zone. */
    view?: import("#server/staff/views/views.ts").ActiveView & {
      /** The zone of the member of staff. */
      viewerZone: string;
    };
    /** The questions that the page has answered so far, for search engines. */
    questions?: import("./components/content/questions.ts").Question[];
  }
}
