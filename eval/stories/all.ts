import type { Story } from '../story.ts'
import { featureGates } from './feature-gates.ts'
import { handover } from './handover.ts'
import { planAndWork } from './plan-and-work.ts'

/** Every story of the evaluation. */
export const stories: Story[] = [planAndWork, handover, featureGates]
