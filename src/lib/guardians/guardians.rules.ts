/** Messages about guardians that islands need without the schemas. */

/** The page on which students see whether their guardian has confirmed. */
export const guardianSettingsPath = "/dashboard?tab=settings#guardian";

export const guardianConsentMessages = {
  expired: "This link no longer works. Ask the student to send a new confirmation request.",
  requested: "We emailed your guardian a request to confirm.",
  nobody: "Add a guardian's email address to your profile first.",
  confirmed: "Your guardian has already confirmed.",
  declined: "Your guardian doesn't want emails from us.",
  tooSoon: "We have already emailed your guardian. Please ask them to check their inbox.",
  ownAddress: "Enter a parent or guardian's contact details, not your own email address.",
  notYet: "Your guardian hasn't confirmed their email address yet.",
} as const;

export const guardianMessages = {
  ended:
    "This link no longer works. You'll get a new one in our next email about your child's messages.",
} as const;
