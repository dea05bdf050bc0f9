export const onboardingEvents = {
  'onboarding.advanced': 'Somebody came a step further with setting things up.',
  'onboarding.completed': 'Somebody has set things up.',
} as const
