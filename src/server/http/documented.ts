import { describeRoute } from "hono-openapi";

/** What a call says about itself in /api/openapi.json; its input comes from the validators. */
export function documented(
  tag: string,
  summary: string,
  options: { bearer?: boolean; multipart?: string } = {},
) {
  const { bearer, multipart } = options;
  return describeRoute({
    tags: [tag],
    summary,
    ...(bearer ? { security: [{ bearer: [] }] } : {}),
    ...(multipart ? { requestBody: { required: true, content: fileForm(multipart) } } : {}),
  });
}

/** A form with one file in the field of this name. */
function fileForm(field: string) {
  return {
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: { [field]: { type: "string" as const, format: "binary" } },
        required: [field],
      },
    },
  };
}
