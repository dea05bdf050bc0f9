export const reviewEvents = {
  'review.submitted': 'A feature was reviewed: approved, returned with requested changes, or commented on.',
} as const
