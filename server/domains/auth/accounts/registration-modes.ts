/** The registration modes: open to anyone, invited people only, or closed. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]
