import { accountEvents } from '../domains/auth/accounts/events.ts'
import { activityEvents } from '../domains/activity/events.ts'
import { adminEvents } from '../domains/admin/events.ts'
import { agentEvents } from '../domains/agents/events.ts'
import { commentEvents } from '../domains/work/comments/events.ts'
import { credentialEvents } from '../domains/auth/credentials/events.ts'
import { deviceEvents } from '../domains/teams/devices/events.ts'
import { evidenceEvents } from '../domains/features/evidence/events.ts'
import { featureEvents } from '../domains/features/events.ts'
import { epicEvents } from '../domains/work/epics/events.ts'
import { integrationEvents } from '../domains/integrations/events.ts'
import { invitationEvents } from '../domains/organizations/invitations/events.ts'
import { memberEvents } from '../domains/organizations/members/events.ts'
import { decisionEvents } from '../domains/knowledge/decisions/events.ts'
import { noteEvents } from '../domains/knowledge/notes/events.ts'
import { notificationEvents } from '../domains/notifications/events.ts'
import { memoryEvents } from '../domains/memory/memories/events.ts'
import { onboardingEvents } from '../domains/organizations/onboarding/events.ts'
import { organizationEvents } from '../domains/organizations/events.ts'
import { passkeyEvents } from '../domains/auth/passkeys/events.ts'
import { preferenceEvents } from '../domains/preferences/events.ts'
import { projectEvents } from '../domains/projects/events.ts'
import { repoEvents } from '../domains/repos/events.ts'
import { reviewEvents } from '../domains/features/reviews/events.ts'
import { secondFactorEvents } from '../domains/auth/second-factor/events.ts'
import { sandboxEvents } from '../domains/organizations/sandbox/events.ts'
import { sessionEvents } from '../domains/memory/sessions/events.ts'
import { skillEvents } from '../domains/knowledge/skills/events.ts'
import { specEvents } from '../domains/knowledge/specs/events.ts'
import { storyEvents } from '../domains/work/stories/events.ts'
import { taskEvents } from '../domains/work/tasks/events.ts'
import { teamMemberEvents } from '../domains/teams/team-members/events.ts'
import { teamEvents } from '../domains/teams/events.ts'
import { webhookEvents } from '../domains/webhooks/events.ts'
import { workflowEvents } from '../domains/features/workflows/events.ts'
import { viewEvents } from '../domains/work/views/events.ts'
import { workspaceEvents } from '../domains/teams/workspaces/events.ts'

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

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never
type ActionOf<Type> = Type extends `${string}.${infer Action}` ? Action : never

/** The first part of an event type, such as `task`. */
export type EventKind = KindOf<EventType>

/** Selects events by kind (`task`), by action (`*.deleted`), or all (`*`). */
export type EventPattern = EventKind | `*.${ActionOf<EventType>}` | '*'
