/** Queued for whoever is to get a mail about what happened. */
export const notificationEmailQueue = 'notification-mail'

export interface NotificationEmail {
  user: string
}

/** Seconds: what comes in quick succession goes out as one mail, and what is read meanwhile as none. */
export const mailDelay = 120
