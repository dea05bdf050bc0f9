/** The registration modes: open to anyone, invited people only, or closed. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** Modes of the instance setting that makes a second factor optional or required for every user. */
export const secondFactorModes = ['optional', 'required'] as const
export type SecondFactorMode = (typeof secondFactorModes)[number]

/** Plan names, smallest first. */
export const planNames = ['free', 'team', 'business', 'unlimited'] as const

/** The highest token limit of a month. It fits into the integers of the API. */
export const maxMonthlyTokens = 2_000_000_000
