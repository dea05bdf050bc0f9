import type { Step } from './steps.ts'

export interface OnboardingRow {
  user_id: string
  organization_id: string | null
  team_id: string | null
  credential_id: string | null
  step: Step
  version: number
}
