/** The plans, from small to large. Apart from their limits, so that reading the configuration loads nothing else. */
export const planNames = ['free', 'team', 'business', 'unlimited'] as const
