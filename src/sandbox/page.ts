import { html, raw } from "hono/html";

export type Markup = ReturnType<typeof html>;

/** A page of the sandbox, hidden from search engines, in the viewer's light or dark theme. */
export function page(title: string, style: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>`;
}
