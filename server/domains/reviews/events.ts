export const reviewEvents = {
  'review.submitted': 'Somebody reviewed a feature: approved it, requested changes, or commented.',
} as const
