/** Plan names, smallest first. A separate module, so that the configuration does not import the database code. */
export const planNames = ['free', 'team', 'business', 'unlimited'] as const
