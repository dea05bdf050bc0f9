import { accountEvents } from '../domains/accounts/events.ts'
import { activityEvents } from '../domains/activity/events.ts'
import { adminEvents } from '../domains/admin/events.ts'
import { agentEvents } from '../domains/agents/events.ts'
import { commentEvents } from '../domains/comments/events.ts'
import { credentialEvents } from '../domains/credentials/events.ts'
import { deviceEvents } from '../domains/devices/events.ts'
import { evidenceEvents } from '../domains/evidence/events.ts'
import { featureEvents } from '../domains/features/events.ts'
import { epicEvents } from '../domains/epics/events.ts'
import { integrationEvents } from '../domains/integrations/events.ts'
import { invitationEvents } from '../domains/invitations/events.ts'
import { memberEvents } from '../domains/members/events.ts'
import { decisionEvents } from '../domains/decisions/events.ts'
import { noteEvents } from '../domains/notes/events.ts'
import { notificationEvents } from '../domains/notifications/events.ts'
import { memoryEvents } from '../domains/memories/events.ts'
import { onboardingEvents } from '../domains/onboarding/events.ts'
import { organizationEvents } from '../domains/organizations/events.ts'
import { passkeyEvents } from '../domains/passkeys/events.ts'
import { preferenceEvents } from '../domains/preferences/events.ts'
import { projectEvents } from '../domains/projects/events.ts'
import { repoEvents } from '../domains/repos/events.ts'
import { reviewEvents } from '../domains/reviews/events.ts'
import { secondFactorEvents } from '../domains/second-factor/events.ts'
import { sandboxEvents } from '../domains/sandbox/events.ts'
import { sessionEvents } from '../domains/sessions/events.ts'
import { skillEvents } from '../domains/skills/events.ts'
import { specEvents } from '../domains/specs/events.ts'
import { storyEvents } from '../domains/stories/events.ts'
import { taskEvents } from '../domains/tasks/events.ts'
import { teamMemberEvents } from '../domains/team-members/events.ts'
import { teamEvents } from '../domains/teams/events.ts'
import { webhookEvents } from '../domains/webhooks/events.ts'
import { workflowEvents } from '../domains/workflows/events.ts'
import { viewEvents } from '../domains/views/events.ts'
import { workspaceEvents } from '../domains/workspaces/events.ts'

/** Every event type with its description. */
export const events = {
  ...accountEvents,
  ...activityEvents,
  ...adminEvents,
  ...agentEvents,
  ...commentEvents,
  ...credentialEvents,
  ...deviceEvents,
  ...evidenceEvents,
  ...featureEvents,
  ...epicEvents,
  ...integrationEvents,
  ...invitationEvents,
  ...memberEvents,
  ...decisionEvents,
  ...noteEvents,
  ...notificationEvents,
  ...memoryEvents,
  ...onboardingEvents,
  ...organizationEvents,
  ...passkeyEvents,
  ...preferenceEvents,
  ...projectEvents,
  ...repoEvents,
  ...reviewEvents,
  ...sandboxEvents,
  ...secondFactorEvents,
  ...sessionEvents,
  ...skillEvents,
  ...specEvents,
  ...storyEvents,
  ...taskEvents,
  ...teamEvents,
  ...teamMemberEvents,
  ...webhookEvents,
  ...workflowEvents,
  ...viewEvents,
  ...workspaceEvents,
}

export type EventType = keyof typeof events
