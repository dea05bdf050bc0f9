import { z } from 'zod'
import { encodeCursor, latestPosition } from '../../database/journal.ts'
import { OperationError } from '../../errors/errors.ts'
import { signedIn } from '../../operations/access.ts'
import type { Context } from '../../operations/context.ts'
import { type Operation, operation } from '../../operations/operation.ts'
import { perform } from '../../operations/perform.ts'
import { getSignInOptions } from '../auth/accounts/log-in.ts'
import { getMe } from '../auth/accounts/me.ts'
import { listNotifications } from '../notifications/notifications.ts'
import { listImages } from '../organizations/members/list-images.ts'
import { listOwnInvitations } from '../organizations/invitations/received-invitations.ts'
import { getOnboarding } from '../organizations/onboarding/advance-onboarding.ts'
import { getPreferences } from '../preferences/preferences.ts'
import { listProjects } from '../projects/projects.ts'
import { listConflicts } from '../sync/conflicts/conflicts.ts'

const notificationLimit = 8
const projectLimit = 200

/** The output of another read, or null if it rejects the caller. */
const outputOf = <Output extends z.ZodType>(read: Operation<string, z.ZodObject, Output>) =>
  read.output.nullable().describe(`Output of ${read.id}, or null if it rejects you.`)

export const getBootstrap = operation({
  id: 'bootstrap.get',
  summary: 'Show in one response everything that the frame of the dashboard needs to start.',
  http: 'GET /api/bootstrap',
  // Clients refetch the reads that it contains.
  shows: [],
  access: signedIn,
  withoutSecondFactor: true,
  input: z.object({}),
  output: z.object({
    cursor: z.string().describe('Latest cursor of the events, from before the rest was read.'),
    me: outputOf(getMe),
    preferences: outputOf(getPreferences),
    signInOptions: outputOf(getSignInOptions),
    projects: outputOf(listProjects).describe(`Active projects by name, at most ${projectLimit}.`),
    conflicts: outputOf(listConflicts).describe('The newest open conflict, if there is one.'),
    notifications: outputOf(listNotifications).describe(`The newest ${notificationLimit} notifications.`),
    invitations: outputOf(listOwnInvitations),
    onboarding: outputOf(getOnboarding),
    images: outputOf(listImages),
  }),
}).run(async (ctx) => {
  const position = await latestPosition(ctx.db)
  const [
    me,
    preferences,
    signInOptions,
    projects,
    conflicts,
    notifications,
    invitations,
    onboarding,
    images,
  ] = await Promise.all([
    outputFor(ctx, getMe),
    outputFor(ctx, getPreferences),
    outputFor(ctx, getSignInOptions),
    outputFor(ctx, listProjects, { archived: false, sort: 'name', limit: projectLimit }),
    outputFor(ctx, listConflicts, { state: 'open', limit: 1 }),
    outputFor(ctx, listNotifications, { limit: notificationLimit }),
    outputFor(ctx, listOwnInvitations),
    outputFor(ctx, getOnboarding),
    outputFor(ctx, listImages),
  ])
  return {
    cursor: encodeCursor(ctx.app.epoch, position),
    me,
    preferences,
    signInOptions,
    projects,
    conflicts,
    notifications,
    invitations,
    onboarding,
    images,
  }
})

/** Performs another read for the caller, with its own access rule. A client repeats a rejected one to get its error. */
async function outputFor<Input extends z.ZodObject, Output extends z.ZodType>(
  { app, caller, request }: Context,
  read: Operation<string, Input, Output>,
  input: z.input<Input> | object = {},
): Promise<z.output<Output> | null> {
  try {
    return (await perform(app, read, caller, input, request)).output
  } catch (error) {
    if (error instanceof OperationError) return null
    throw error
  }
}
