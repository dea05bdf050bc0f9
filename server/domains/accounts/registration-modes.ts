/** Who can create an account: anyone, people with an invitation, or no one. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]
