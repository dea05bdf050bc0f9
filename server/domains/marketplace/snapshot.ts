import { z } from 'zod'
import { Gate } from '../features/workflows/gates.ts'
import { SkillFileShape } from '../knowledge/skills/skill.ts'

/** The kinds of items that the marketplace offers. */
export const marketplaceKinds = ['skill', 'agent', 'workflow'] as const
export type MarketplaceKind = (typeof marketplaceKinds)[number]

const SkillSnapshot = z.object({
  kind: z.literal('skill'),
  content: z.string().describe('Instructions in Markdown.'),
  files: z.array(SkillFileShape).describe('Text files besides the instructions.'),
  frontMatter: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe('Other front matter of its SKILL.md.'),
})

const AgentSnapshot = z.object({
  kind: z.literal('agent'),
  instructions: z.string().describe('Working instructions in Markdown.'),
  model: z.string().describe('Model it runs on, as free text.'),
  skills: z
    .array(z.object({ id: z.uuid(), name: z.string() }))
    .describe('Its public skills, in its order. Other skills are not published.'),
})

const WorkflowSnapshot = z.object({ kind: z.literal('workflow'), gates: z.array(Gate) })

/** The published content of an item. Never contains credentials, memory, owners or ids of private items. */
export const Snapshot = z
  .discriminatedUnion('kind', [SkillSnapshot, AgentSnapshot, WorkflowSnapshot])
  .meta({ id: 'MarketplaceSnapshot' })

export type Snapshot = z.output<typeof Snapshot>
export type SnapshotOf<Kind extends MarketplaceKind> = Extract<Snapshot, { kind: Kind }>
