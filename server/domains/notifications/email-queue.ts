/** Queue of users who have notifications to be emailed immediately. */
export const notificationEmailQueue = 'notification-mail'

export interface NotificationEmail {
  user: string
}

/** Delay in seconds that batches notifications into one email, and skips those read in time. */
export const mailDelay = 120
