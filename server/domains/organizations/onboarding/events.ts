export const onboardingEvents = {
  'onboarding.advanced': 'A user completed a step of the onboarding.',
  'onboarding.completed': 'A user finished the onboarding.',
} as const
