/** A dash for what a row of a table hasn't got. On phones, its card leaves out the label as well. */
export const NoValue = () => (
  <span className="muted" data-no-value>
    –
  </span>
);
