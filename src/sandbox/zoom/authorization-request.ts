export const requestFields = [
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const;

/** What an app asks of the person, taken from the query or, after a press, from the form. */
export type AuthorizationRequest = Record<(typeof requestFields)[number], string>;
