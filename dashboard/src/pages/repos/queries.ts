import type { OutputOf } from '../../client.ts'
import { readAll } from '../../read.ts'

export type Repo = OutputOf<'repos.list'>['items'][number]
export type Instructions = OutputOf<'repos.generateAgentsMd'>

export const reposQuery = (project: string) => readAll('repos.list', { project })
