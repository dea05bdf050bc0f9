/** Queued for whoever is to get a mail about what happened. */
export const notificationMailQueue = 'notification-mail'

export interface NotificationMail {
  user: string
}

/** Seconds: what comes in quick succession goes out as one mail, and what is read meanwhile as none. */
export const mailDelay = 120
