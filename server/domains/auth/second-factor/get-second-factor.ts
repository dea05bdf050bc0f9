import { z } from 'zod'
import { asPerson } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { requirerOf } from './policy.ts'
import { SecondFactor, showSecondFactor } from './second-factor.ts'

export const getSecondFactor = operation({
  id: 'secondFactor.get',
  summary: 'Show the second factor of your account.',
  http: 'GET /api/settings/second-factor',
  shows: ['second_factor', 'recovery_codes', 'passkey'],
  access: asPerson,
  withoutSecondFactor: true,
  input: z.object({}),
  output: SecondFactor,
}).run(async ({ app, db, user }) => showSecondFactor(db, user.id, await requirerOf(app, db, user.id)))
