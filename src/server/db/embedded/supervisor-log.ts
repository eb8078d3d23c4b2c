/** The part of a log that the supervisor uses. Pino's logger has it. */
export interface SupervisorLog {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
