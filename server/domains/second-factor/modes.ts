/** Whether everyone on the instance needs a second factor. */
export const secondFactorModes = ['optional', 'required'] as const
export type SecondFactorMode = (typeof secondFactorModes)[number]
