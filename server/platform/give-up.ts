/** Thrown by a job that must not be retried. */
export class GiveUp extends Error {}
