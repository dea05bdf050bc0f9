import { z } from 'zod'
import { type Sql, sql } from '../../../database/sql.ts'
import { asPersonRecently } from '../../../operations/access.ts'
import { scopes } from '../../../operations/caller.ts'
import { operation } from '../../../operations/operation.ts'
import { Event } from '../../../operations/event.ts'
import { OwnAiSession, ownAiSessions } from '../../ai/ai-sessions/own-ai-sessions.ts'
import { OwnDecision, ownDecisions } from '../../knowledge/decisions/kind.ts'
import {
  OwnCommunityPost,
  OwnCommunityReport,
  ownCommunityPosts,
  ownCommunityReports,
} from '../../community-posts/own-posts.ts'
import { OwnAttachment, ownAttachments } from '../../attachments/kind.ts'
import { OwnAgent, ownAgents } from '../../agents/kind.ts'
import { DeviceWithFolders, ownDevices } from '../../teams/devices/device.ts'
import { Integration, integrationsOf } from '../../integrations/integration.ts'
import { IssueWithReplies } from '../../issues/issue.ts'
import { ownIssues } from '../../issues/read-issues.ts'
import { OwnNote, ownNotes } from '../../knowledge/notes/kind.ts'
import { Memory } from '../../memory/memories/memory.ts'
import { NotificationChoices, choicesFromRow, readChoices } from '../../notifications/choices.ts'
import { Notification } from '../../notifications/notification.ts'
import { exportedNotifications } from '../../notifications/own-notifications.ts'
import { Preferences, readPreferences, withDefaults } from '../../preferences/preferences.ts'
import { ProfileSettings, profileSettingsFromRow } from '../../profiles/own-profile.ts'
import { Project } from '../../projects/project.ts'
import { requireSecondFactorEverywhere, requirerOf } from '../../auth/second-factor/policy.ts'
import { SecondFactor, showSecondFactor } from '../../auth/second-factor/second-factor.ts'
import { Session } from '../../memory/sessions/session.ts'
import { OwnSkill, ownSkills } from '../../knowledge/skills/kind.ts'
import { OwnSpec, ownSpecs } from '../../knowledge/specs/kind.ts'
import { OwnRun, OwnTunnel, ownRuns, ownTunnels } from '../../tunnels/kind.ts'
import { Task } from '../../work/tasks/task.ts'
import { OwnWorkspace, ownWorkspaces } from '../../teams/workspaces/kind.ts'
import { memoriesOf, sessionsOf } from './own-knowledge.ts'
import { eventsBy, maxExported, projectsBy, tasksOf, tasksWatchedBy } from './own-work.ts'
import { Subscription, readSubscription } from '../../membership/subscription.ts'
import { organizationsOf } from '../../organizations/organizations-of.ts'
import { profileFromRow, readUser } from '../../auth/accounts/profile.ts'
import { OrganizationOfUser, Profile } from '../../auth/accounts/user.ts'

const time = z.iso.datetime()

const Device = z.object({
  id: z.uuid(),
  userAgent: z.string(),
  network: z.string(),
  method: z.string(),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
})
const Key = z.object({
  id: z.uuid(),
  kind: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: time,
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
  revokedAt: time.nullable(),
})
const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  transports: z.array(z.string()),
  synced: z.boolean(),
  createdAt: time,
  lastUsedAt: time.nullable(),
})
const RememberedDevice = z.object({
  id: z.uuid(),
  userAgent: z.string(),
  network: z.string(),
  createdAt: time,
  lastUsedAt: time,
  expiresAt: time,
})
const ConnectedAccount = z.object({
  provider: z.string(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  createdAt: time,
  lastUsedAt: time.nullable(),
})

export const exportAccount = operation({
  id: 'accounts.export',
  summary: 'Export all data that the service stores about you as one JSON document.',
  http: 'GET /api/settings/export',
  shows: [],
  access: asPersonRecently,
  input: z.object({}),
  output: z.object({
    exportedAt: time,
    profile: Profile,
    publicProfile: ProfileSettings,
    preferences: Preferences,
    notificationPreferences: NotificationChoices,
    subscription: Subscription.nullable(),
    organizations: z.array(OrganizationOfUser),
    devices: z.array(Device),
    keys: z.array(Key).describe('API keys and MCP tokens, without their values.'),
    passkeys: z.array(Passkey),
    secondFactor: SecondFactor.describe('Second factor settings, without secrets.'),
    rememberedDevices: z.array(RememberedDevice),
    connectedAccounts: z.array(ConnectedAccount),
    integrations: z.array(Integration),
    machines: z.array(DeviceWithFolders).describe('Registered devices with their workspace folders.'),
    tunnels: z
      .array(OwnTunnel)
      .describe('Your machines that are reachable through a tunnel, without tokens.'),
    tunnelRuns: z
      .array(OwnRun)
      .describe(
        'Runs that you or your agents requested on machines, without results, newest first, at most 1,000.',
      ),
    workspaces: z.array(OwnWorkspace).describe('Workspaces that you own and can still see.'),
    agents: z.array(OwnAgent).describe('Agents that you own and can still see.'),
    projects: z.array(Project.omit({ may: true })).describe('Projects that you created and can still see.'),
    tasks: z
      .array(Task.omit({ may: true, blockedBy: true }))
      .describe('Tasks that you created or are assigned to and can still see, newest first.'),
    watchedTasks: z
      .array(z.object({ key: z.string(), title: z.string(), since: time }))
      .describe('Tasks that you watch and can still see, at most 1,000.'),
    notes: z.array(OwnNote).describe('Notes that you created and can still see, newest first.'),
    decisions: z.array(OwnDecision).describe('Decisions that you logged and can still see, newest first.'),
    sessions: z.array(Session.omit({ may: true })).describe('Your sessions, newest first.'),
    aiSessions: z.array(OwnAiSession).describe('Your conversations with the language model, newest first.'),
    memories: z
      .array(Memory.omit({ may: true }))
      .describe('Memory entries that you or your agents stored and you can still see, newest first.'),
    notifications: z
      .array(Notification)
      .describe('Notifications about items that you can still see, newest first.'),
    specs: z
      .array(OwnSpec)
      .describe('Specs that you created and can still see, newest first, at most 1,000.'),
    attachments: z
      .array(OwnAttachment)
      .describe('Files that you attached, without their content, newest first, at most 1,000.'),
    skills: z.array(OwnSkill).describe('Skills that you own and can still see, at most 1,000.'),
    issues: z.array(IssueWithReplies).describe('Issues that you reported, newest first.'),
    communityPosts: z.array(OwnCommunityPost).describe('Community posts that you wrote, newest first.'),
    communityReports: z.array(OwnCommunityReport).describe('Reports of community posts, newest first.'),
    events: z.array(Event).describe('Events that you caused and events private to you, newest first.'),
    truncated: z
      .array(
        z.enum([
          'tasks',
          'notes',
          'aiSessions',
          'decisions',
          'sessions',
          'memories',
          'notifications',
          'issues',
          'communityPosts',
          'communityReports',
          'events',
        ]),
      )
      .describe(
        `Lists with more than ${maxExported} entries, or too much text. Their older entries are left out.`,
      ),
  }),
}).run(async (ctx) => {
  const { app, db, user } = ctx
  await requireSecondFactorEverywhere(app, db, user.id)
  const queryOwn = <Shape extends z.ZodType>(_shape: Shape, statement: Sql) =>
    db.run<z.output<Shape>>(statement)
  const account = await readUser(db, user.id)
  const tasks = await tasksOf(db, user.id)
  const { notes, more } = await ownNotes(db, user.id)
  const decisions = await ownDecisions(db, user.id, maxExported + 1)
  const sessions = await sessionsOf(db, user.id)
  const conversations = await ownAiSessions(db, user.id)
  const memories = await memoriesOf(db, user.id)
  const notifications = await exportedNotifications(db, user.id, maxExported + 1)
  const issues = await ownIssues(db, user.id, maxExported + 1)
  const communityPosts = await ownCommunityPosts(db, user.id, maxExported + 1)
  const communityReports = await ownCommunityReports(db, user.id, maxExported + 1)
  const events = await eventsBy(db, user.id, ctx.app.epoch)
  return {
    exportedAt: new Date().toISOString(),
    profile: profileFromRow(account),
    publicProfile: profileSettingsFromRow(account),
    preferences: withDefaults(await readPreferences(db, user.id)),
    notificationPreferences: choicesFromRow(await readChoices(db, user.id)),
    subscription: await readSubscription(db, user.id),
    organizations: await organizationsOf(db, user.id),
    devices: await queryOwn(
      Device,
      sql`select id, user_agent as "userAgent", network, method, created_at as "createdAt",
              last_seen_at as "lastSeenAt", expires_at as "expiresAt", revoked_at as "revokedAt"
         from login_sessions where user_id = ${user.id} order by id`,
    ),
    keys: await queryOwn(
      Key,
      sql`select id, kind, name, hint, scopes, created_at as "createdAt", expires_at as "expiresAt",
              last_used_at as "lastUsedAt", revoked_at as "revokedAt"
         from credentials where user_id = ${user.id} order by id`,
    ),
    passkeys: await queryOwn(
      Passkey,
      sql`select id, name, transports, synced, created_at as "createdAt", last_used_at as "lastUsedAt"
         from passkeys where user_id = ${user.id} order by id`,
    ),
    secondFactor: await showSecondFactor(db, user.id, await requirerOf(app, db, user.id)),
    rememberedDevices: await queryOwn(
      RememberedDevice,
      sql`select id, user_agent as "userAgent", network, created_at as "createdAt", last_used_at as "lastUsedAt",
              expires_at as "expiresAt"
         from remembered_devices where user_id = ${user.id} order by id`,
    ),
    connectedAccounts: await queryOwn(
      ConnectedAccount,
      sql`select provider, issuer, subject, email, name, created_at as "createdAt", last_used_at as "lastUsedAt"
         from identities where user_id = ${user.id} order by id`,
    ),
    integrations: await integrationsOf(db, user.id),
    machines: await ownDevices(db, user.id),
    tunnels: await ownTunnels(db, user.id),
    tunnelRuns: await ownRuns(db, user.id, 1000),
    workspaces: await ownWorkspaces(db, user.id),
    agents: await ownAgents(db, user.id),
    projects: await projectsBy(db, user.id),
    tasks: tasks.slice(0, maxExported),
    watchedTasks: await tasksWatchedBy(db, user.id),
    notes,
    decisions: decisions.slice(0, maxExported),
    sessions: sessions.slice(0, maxExported),
    aiSessions: conversations.aiSessions,
    memories: memories.slice(0, maxExported),
    notifications: notifications.slice(0, maxExported),
    specs: await ownSpecs(db, user.id),
    attachments: await ownAttachments(db, user.id, 1000),
    skills: await ownSkills(db, user.id),
    issues: issues.slice(0, maxExported),
    communityPosts: communityPosts.slice(0, maxExported),
    communityReports: communityReports.slice(0, maxExported),
    events: events.slice(0, maxExported),
    truncated: [
      ...(more ? (['notes'] as const) : []),
      ...(conversations.more ? (['aiSessions'] as const) : []),
      ...findTruncated({
        tasks,
        decisions,
        sessions,
        memories,
        notifications,
        issues,
        communityPosts,
        communityReports,
        events,
      }),
    ],
  }
})

/** Returns the names of the lists that exceed the export limit. */
function findTruncated<Name extends string>(lists: Record<Name, unknown[]>): Name[] {
  return (Object.keys(lists) as Name[]).filter((name) => lists[name].length > maxExported)
}
