/** The fonts of emails: those of the reader's device, because emails load nothing. */
export const mailFont =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Inter,Roboto,Helvetica,Arial,sans-serif";
