/** The logging methods that the supervisor uses. Pino's logger is compatible. */
export interface SupervisorLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
