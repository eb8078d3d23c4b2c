export const requestFields = [
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

/** The parameters of an authorization request, from the query or, after a click, from the form. */
export type AuthorizationRequest = Record<(typeof requestFields)[number], string>;
