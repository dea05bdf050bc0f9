/** The statuses of a feature. Declared beside the other items, because projects count their features too. */
export const featureStatuses = ['planned', 'active', 'changes_requested', 'done', 'cancelled'] as const
