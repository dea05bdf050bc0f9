import { keepPreviousData } from '@tanstack/react-query'
import type { OutputOf } from '../../../client.ts'
import { type ItemOf, read, readPages } from '../../../read.ts'

export type Overview = OutputOf<'overview.get'>
export type Queue = Overview['queues'][number]
export type Node = Overview['nodes'][number]
export type Job = ItemOf<'jobs.list'>

export const periods = [7, 30, 90]

export const overviewQuery = (days: number) => ({
  ...read('overview.get', { days }),
  placeholderData: keepPreviousData,
  // Nodes report at this interval. No live event announces their numbers.
  refetchInterval: 30_000,
  staleTime: 0,
})

export const failedJobsQuery = { ...readPages('jobs.list', { limit: 20 }), staleTime: 0 }
