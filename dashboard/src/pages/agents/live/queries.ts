import type { OutputOf } from '../../../client.ts'
import { read } from '../../../read.ts'

export type LiveAgent = OutputOf<'agents.listLive'>['items'][number]

export const liveAgentsQuery = read('agents.listLive', {})
