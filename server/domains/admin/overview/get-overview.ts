import { z } from 'zod'
import { platformAdmin } from '../../../operations/access.ts'
import { operation } from '../../../operations/operation.ts'
import { Backups, readBackups } from './backups.ts'
import { DayCounts, RankedOperation, readDays, readRanking } from './daily-counts.ts'
import { Node, readNodes } from './nodes.ts'
import { Accounts, readAccounts } from './accounts.ts'
import { Queue, readQueues } from './queues.ts'
import { StorageUse, readStorage } from './storage.ts'

export const getOverview = operation({
  id: 'overview.get',
  summary: 'Show the state of the instance: people, requests, errors, queues, storage, nodes and backups.',
  http: 'GET /api/admin/overview',
  shows: ['user', 'organization', 'job', 'backup'],
  access: platformAdmin,
  input: z.object({
    days: z.int().min(7).max(90).default(30).describe('Number of days in the charts. Default 30.'),
  }),
  output: z
    .object({
      accounts: Accounts,
      days: z
        .array(DayCounts)
        .describe('Counts by day (UTC), oldest first, the last one today. At most 30 seconds old.'),
      slowOperations: z
        .array(RankedOperation)
        .describe('Operations that took longer than a second most often in these days, at most 10.'),
      failedOperations: z
        .array(RankedOperation)
        .describe('Operations that failed with an internal error most often in these days, at most 10.'),
      queues: z.array(Queue).describe('Queues with jobs that are not done, by name.'),
      storage: StorageUse,
      nodes: z.array(Node).describe('Servers of the instance, the oldest first.'),
      backups: Backups,
    })
    .meta({ id: 'Overview' }),
}).run(async ({ app, db }, { days }) => ({
  accounts: await readAccounts(db),
  days: await readDays(db, days),
  slowOperations: await readRanking(db, 'slow_operations', days),
  failedOperations: await readRanking(db, 'failed_operations', days),
  queues: await readQueues(db),
  storage: await readStorage(app.database),
  nodes: await readNodes(db),
  backups: await readBackups(app, db),
}))
